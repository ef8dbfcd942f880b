import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { deliver } from '#server/app/webhooks/deliver.ts';
import type { ClaimedDelivery } from '#server/app/webhooks/webhook-ports.ts';
import { sendDue } from './send-due.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Longer than an attempt may take; after it another worker sends again. */
const leaseMs = 30_000;
/**
 * Messages on their way at the same time. Each holds a socket, and a connection of the database's pool only for short
 * transactions. A quarter is kept for receivers that are known to answer: whoever hangs on purpose cannot take that.
 */
const mostAtOnce = 64;
const mostUnproven = 48;
const tidyEveryMs = 600_000;

type Needs = Pick<Ports, 'webhooks' | 'vault' | 'clock' | 'hints'> & { random?: () => number };

/**
 * Sends what is due to streamers' receivers: one message at a time to each webhook, many webhooks at once. The order of
 * messages is not promised: what failed comes back later. Money waits for none of this.
 */
export function deliverWebhooks(ports: Needs, log: Log): Worker {
  const { queue } = ports.webhooks;
  const deps = { ...ports, random: ports.random ?? Math.random };
  return sendDue<ClaimedDelivery>(
    {
      name: 'deliver-webhooks',
      topic: 'webhooks',
      queue,
      claim: async (onTheWay) => {
        const free = mostAtOnce - onTheWay.length;
        const unproven = onTheWay.filter((delivery) => !isProven(delivery)).length;
        const freeForAll = Math.min(free, mostUnproven - unproven);
        if (free <= 0) return null;
        const provenOnly = freeForAll <= 0;
        const most = provenOnly ? free : freeForAll;
        return { claimed: await queue.claim({ now: ports.clock.now(), leaseMs, most, provenOnly }), most };
      },
      send: (delivery, signal) => deliver(deps, delivery, signal),
      onLost: (delivery, error) =>
        log.warn(
          { webhook: delivery.webhook.id, delivery: delivery.id, error },
          'What became of a webhook’s message could not be stored; it is sent again.',
        ),
    },
    ports,
    log,
  );
}

/** Whether it goes to a receiver that is known to answer. */
function isProven({ webhook }: ClaimedDelivery): boolean {
  return webhook.failures === 0 && webhook.isProven;
}

/** Clears away deliveries that are older than 30 days, and what is left of deleted webhooks. */
export function tidyWebhooks({ webhooks, clock }: Pick<Ports, 'webhooks' | 'clock'>, log: Log): Worker {
  return startWorker({
    name: 'tidy-webhooks',
    log,
    maxIdleMs: tidyEveryMs,
    step: async () => ((await webhooks.queue.tidy(clock.now())) ? new Date(0) : null),
  });
}
