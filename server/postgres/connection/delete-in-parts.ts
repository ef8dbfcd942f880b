/**
 * Deletes what may have become a great deal: in parts, each a statement or a transaction of its own. One that deletes
 * everything would be ended by the time that a statement may take, undone, and begun anew without end; and everybody's
 * events wait for the longest transaction.
 *
 * `deletePart` says whether there may be more. Rests when there is not, or when the signal has been given.
 */
export async function deleteInParts(deletePart: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const mayBeMore = await deletePart();
    if (!mayBeMore || signal?.aborted === true) return;
  }
}
