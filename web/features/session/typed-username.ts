/** How a username is read from its field: keyboards of phones put a blank behind a word that they complete. */
export const typedUsername = { setValueAs: (typed: string): string => typed.trim() };
