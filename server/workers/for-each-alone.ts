import type { Log } from '#server/app/log.ts';

/** Does something with each donation, one after the other. One of which that fails holds no other one back; the log names it. */
export async function forEachAlone<D extends { donationId: string }>(
  log: Log,
  donations: readonly D[],
  act: (donation: D) => Promise<void>,
): Promise<void> {
  for (const donation of donations) {
    try {
      await act(donation);
    } catch (error) {
      log.warn(
        { donation: donation.donationId, error },
        'That a donation has expired could not be stored; it is asked for again.',
      );
    }
  }
}
