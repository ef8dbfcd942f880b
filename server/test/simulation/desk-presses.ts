import {
  approveAlert,
  blockDonation,
  dismissAlert,
  playAlert,
  rejectAlert,
} from '#server/app/desk/desk-actions.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Observed } from './step-invariants.ts';

interface World {
  random: SeededRandom;
  observed: Observed;
}

/** Has a streamer press one of the keys at their desk. What an alert may end by is noted before. */
export async function pressSomething(
  ports: Ports,
  streamer: Streamer,
  { random, observed }: World,
): Promise<void> {
  const by = deskOf(streamer);
  const now = ports.clock.now();
  const { mirror, pressed } = observed;
  const alerts = [...mirror.alerts.values()].filter((alert) => alert.user_id === by.userId);
  const donations = [...mirror.donations.values()].filter((row) => row.user_id === by.userId);
  const press = (how: 'skipped' | 'dismissed' | 'rejected'): void => void pressed.add(`${by.userId} ${how}`);
  const settings = { ...defaultAlertSettings, stacksCards: random.chance(0.3) };
  const key = random.pick(['test', 'pause', 'resume', 'hold', 'skip', 'replay', 'alert', 'alert', 'block']);
  if (key === 'test') return await ports.desk.addTest(by, null);
  if (key === 'pause' || key === 'resume') return await ports.desk.setPaused(by, key === 'pause');
  if (key === 'hold') return await ports.alertSettings.change(by, { ...settings, ...anyHolds(random) });
  if (key === 'skip') {
    press('skipped');
    return await ports.desk.skip(by, {}, now);
  }
  if (donations.length === 0 || alerts.length === 0) return;
  const donation = random.pick(donations);
  if (key === 'replay' && donation.paid_at !== null)
    return await ports.desk.replay(by, { donationId: donation.id }, now);
  if (key === 'block' && random.chance(0.3)) {
    if (random.chance(0.5)) {
      press('dismissed');
      return await blockOrNot(ports, by, { random, donationId: donation.id });
    }
    press('rejected');
    return void (await blockDonation(ports, by, donation.id));
  }
  const { id: alertId } = random.pick(alerts);
  const act = random.pick(['approve', 'mask', 'reject', 'play', 'dismiss']);
  if (act === 'approve' || act === 'mask') await approveAlert(ports, by, { alertId, mask: act === 'mask' });
  if (act === 'play') await playAlert(ports, by, alertId);
  if (act === 'reject') {
    press('rejected');
    await rejectAlert(ports, by, alertId);
  }
  if (act === 'dismiss') {
    press('dismissed');
    await dismissAlert(ports, by, alertId);
  }
}

function anyHolds(random: SeededRandom) {
  return {
    approveFirst: random.chance(0.6),
    holdsNewDonors: random.chance(0.3),
    showsHeldAfterMinutes: random.chance(0.3) ? 1 : null,
  };
}

/** Takes an entry off the block list with all that it took away, or blocks a donor. */
async function blockOrNot(
  { blocks, clock }: Ports,
  by: DeskCaller,
  { random, donationId }: { random: SeededRandom; donationId: string },
): Promise<void> {
  const [newest] = await blocks.list(by.userId);
  const kind = random.pick(['wallet', 'name'] as const);
  if (newest === undefined) await blocks.add(by, { kind, donationId }, clock.now());
  else await blocks.remove(by, newest.id, { restore: true, now: clock.now() });
}

/**
 * Has a streamer approve all that is held, want no more approval, and let the queue go on. Nothing is pressed without
 * need: a press wakes the queue, and would hide that nobody else had.
 */
export async function letEverythingGo(ports: Ports, streamer: Streamer): Promise<void> {
  const by = deskOf(streamer);
  const { approveFirst, holdsNewDonors } = await ports.alertSettings.find(by.userId);
  if (approveFirst || holdsNewDonors) await ports.alertSettings.change(by, defaultAlertSettings);
  const { isPaused, toApprove } = await ports.desk.read(by.userId, 50);
  if (isPaused) await ports.desk.setPaused(by, false);
  for (const { id } of toApprove) await approveAlert(ports, by, { alertId: id, mask: undefined });
}

function deskOf({ id, username }: Streamer): DeskCaller {
  return { userId: id, role: 'streamer', name: username, hidesAmounts: false };
}
