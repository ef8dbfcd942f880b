import type { Ports } from '#server/app/ports.ts';
import { disabledBy, isDelivered, nextPauseMs, restMs } from '#server/domain/webhooks/retry.ts';
import type { ClaimedDelivery, SendOutcome } from './webhook-ports.ts';
import { signMessage } from './webhook-secret.ts';

type Deps = Pick<Ports, 'webhooks' | 'vault' | 'clock'> & { random: () => number };

/**
 * Sends a claimed delivery once and writes down what came of it.
 *
 * Sent at least once: who dies between sending and writing has it sent again, under the same id. The signature is made
 * anew at every attempt, as its time is. What `ending` cuts says nothing of the receiver, so nothing is written: once
 * the lease is over it is sent again.
 */
export async function deliver(deps: Deps, claimed: ClaimedDelivery, ending: AbortSignal): Promise<void> {
  const { webhooks, vault, clock } = deps;
  const { id, payload, webhook: keys } = claimed;
  const signature = signMessage(vault, { id, payload, keys, now: clock.now() });
  const headers = { ...signature, 'content-type': 'application/json', 'user-agent': 'Brava-Webhooks/1' };
  const outcome = await webhooks.sender.send({ url: keys.url, payload, headers }, ending);
  if (ending.aborted && outcome.status === null) return;
  await webhooks.queue.finish(claimed, judge(deps, claimed, outcome));
}

function judge({ clock, random }: Deps, claimed: ClaimedDelivery, outcome: SendOutcome) {
  const at = clock.now();
  const { status, durationMs } = outcome;
  const done = { at, status, durationMs: Math.round(durationMs) };
  if (isDelivered(outcome))
    return { ...done, isDelivered: true, error: null, nextAt: null, restUntil: null, disabledWhy: null };
  const { failures, failingSince } = claimed.webhook;
  const failing = { event: claimed.event, failingSince: failingSince ?? at };
  const disabledWhy = disabledBy(failing, outcome, at);
  const pause = disabledWhy === null ? nextPauseMs(claimed, outcome, random()) : null;
  return {
    ...done,
    isDelivered: false,
    error: outcome.error ?? ('status' as const),
    nextAt: pause === null ? null : new Date(at.getTime() + pause),
    restUntil: new Date(at.getTime() + restMs(failures + 1, outcome)),
    disabledWhy,
  };
}
