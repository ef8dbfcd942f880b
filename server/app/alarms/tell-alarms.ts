import { createHash } from 'node:crypto';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { backOffMs, gapMs, gather } from '#server/domain/alarms/telling.ts';
import type { AlarmWay, ClaimedWay, TellOutcome } from './alarm-ports.ts';
import { composeMessage } from './compose-message.ts';

type Deps = Pick<Ports, 'alarms' | 'clock' | 'settings'>;

/** Longer than sending by any way may take. */
const leaseMs = 60_000;

/**
 * Tells by every way what is due there, in one message each.
 *
 * A way that fails is tried again later with what is due by then; the others do not wait for it. Who dies between sending
 * and writing has the message sent again, and so told twice. Rejects when the database is away.
 */
export async function tellAlarms(deps: Deps, log: Log, ending: AbortSignal): Promise<void> {
  const ended = await Promise.allSettled(deps.alarms.ways.map((way) => tellBy(way, deps, { log, ending })));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function tellBy(
  way: AlarmWay,
  { alarms: { store }, clock, settings }: Deps,
  { log, ending }: { log: Log; ending: AbortSignal },
): Promise<void> {
  const claimed = await store.claim(way.way, clock.now(), leaseMs);
  if (claimed === null) return;
  const now = clock.now();
  const due = gather(claimed.alarms, { now, openedAt: claimed.openedAt });
  if (due.length === 0) return await store.release(claimed);
  const message = composeMessage(due, { id: idOf(due), now, publicUrl: settings.publicUrl });
  const outcome = await way.send(message, ending);
  // What a server that ends has cut off itself is nobody's failure.
  if (ending.aborted && !outcome.isDelivered) return await store.release(claimed);
  sayOutcome(log, { way, outcome, failures: claimed.failures, title: message.title });
  const at = clock.now();
  await store.finish(claimed, {
    now: at,
    outcome,
    nextAt: new Date(at.getTime() + pauseMs(claimed, outcome)),
    told: due.map(({ alarm, telling, occasion }) => ({
      alarmId: alarm.id,
      telling: {
        toldAt: at,
        level: alarm.level,
        times: (telling?.times ?? 0) + 1,
        overAt: occasion === 'over' ? at : null,
      },
    })),
  });
}

/** The same for the same news, so that who gets it twice can tell. */
function idOf(due: ReturnType<typeof gather<ClaimedWay['alarms'][number]>>): string {
  const news = due.map(({ alarm, telling, occasion }) => [
    String(alarm.id),
    alarm.raisedAt.toISOString(),
    occasion,
    telling?.times ?? 0,
  ]);
  return createHash('sha256').update(JSON.stringify(news)).digest('hex').slice(0, 32);
}

function pauseMs({ failures }: ClaimedWay, outcome: TellOutcome): number {
  return outcome.isDelivered ? gapMs : backOffMs(failures + 1, outcome.retryAfterMs);
}

/** Every message leaves a line; one that does not get through says what it would have told. */
function sayOutcome(
  log: Log,
  {
    way: { way, place },
    outcome,
    failures,
    title,
  }: { way: AlarmWay; outcome: TellOutcome; failures: number; title: string },
): void {
  if (outcome.isDelivered && outcome.refusedSome)
    return log.error({ way, place, title }, 'The operator was told, but not every receiver was accepted.');
  if (outcome.isDelivered) return log.info({ way, place, title }, 'The operator was told.');
  const { why, status } = outcome;
  log.error(
    { way, place, title, why, status, failures: failures + 1 },
    'The operator could not be told; it is tried again.',
  );
}
