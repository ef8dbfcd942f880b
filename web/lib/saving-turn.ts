/**
 * Runs one save at a time among this browser's tabs: what a save has read to be kept, no other changes before it is sent.
 *
 * Where the browser has no locks (an address that is neither https nor this machine) it runs at once.
 */
export async function inSavingTurn<T>(save: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('saving', save) : await save();
}
