/** The meter without any applause: where a page has nothing to show. */
export const flatLevels = Array.from({ length: 9 }, () => '6px');
