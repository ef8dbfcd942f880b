import { applyShown } from '#server/domain/donation.ts';
import type { Ports } from './ports.ts';

/**
 * An overlay says that it showed a donation. The caller has checked that it was sent on that very socket long
 * enough ago; here it counts only if the donation is paid and the overlay's streamer owns it. Anything else, and
 * any repeat, changes nothing.
 */
export async function acknowledgeAlert(
  ports: Pick<Ports, 'donations' | 'clock'>,
  { userId, donationId }: { userId: string; donationId: string },
): Promise<void> {
  await ports.donations.change(donationId, (current) =>
    current.userId === userId && current.paidAt !== null && current.failedAt === null
      ? applyShown(current, 'overlay', ports.clock.now())
      : current,
  );
}
