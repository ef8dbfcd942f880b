/**
 * What stands in a donation's row in place of a name that was removed. Donors cannot write it: their names are trimmed.
 * So an index that holds the name tells removed ones from others, and older servers show a plain word.
 */
export const removedName = 'Removed ';

/** Whether a donation's texts were removed, by the name in its row. */
export function isRemovedName(donatorName: string): boolean {
  return donatorName === removedName;
}
