import { applyShown } from '#server/domain/donation.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * An overlay says that it showed an alert. The caller has checked that it was sent on that very socket long enough
 * ago; here it counts only if the overlay's streamer owns it and, for a payment, if the donation is paid. A replay or a
 * test says nothing about its donation. Anything else, and any repeat, changes nothing.
 */
export async function acknowledgeAlert(
  ports: Pick<Ports, 'alerts' | 'donations' | 'clock'>,
  { userId, alertId }: { userId: string; alertId: string },
): Promise<void> {
  const alert = await ports.alerts.find(userId, alertId);
  if (alert === null || alert.settledAt !== null) return;
  if (alert.kind !== 'payment' || alert.donation === null) {
    return await ports.alerts.settleShown(userId, alertId, ports.clock.now());
  }
  await ports.donations.change(alert.donation.id, (current) =>
    current.userId === userId && current.paidAt !== null && current.failedAt === null
      ? applyShown(current, 'overlay', ports.clock.now())
      : current,
  );
}
