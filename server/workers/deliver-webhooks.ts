import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { deliver } from '#server/app/webhooks/deliver.ts';
import type { ClaimedDelivery } from '#server/app/webhooks/webhook-ports.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Longer than an attempt may take; after it another worker sends again. */
const leaseMs = 30_000;
/**
 * Messages on their way at the same time. Each holds a socket, and a connection of the database's pool only for short
 * transactions. A quarter is kept for receivers that are known to answer: whoever hangs on purpose cannot take that.
 */
const mostAtOnce = 64;
const mostUnproven = 48;
const lookEveryMs = 1000;
/** At the end of the server receivers have so long to answer: one that hangs on purpose must not hold the end up. */
const lastAnswersMs = 1500;
const tidyEveryMs = 600_000;

type Needs = Pick<Ports, 'webhooks' | 'vault' | 'clock' | 'hints'> & { random?: () => number };

/**
 * Sends what is due to streamers' receivers: one message at a time to each webhook, many webhooks at once. The order of
 * messages is not promised: what failed comes back later. Money waits for none of this.
 */
export function deliverWebhooks(ports: Needs, log: Log): Worker {
  const ending = new AbortController();
  const running = new Map<Promise<void>, { isProven: boolean }>();
  const deps = { ...ports, random: ports.random ?? Math.random };
  const worker = startWorker({
    name: 'deliver-webhooks',
    log,
    maxIdleMs: lookEveryMs,
    wakeOn: { hints: ports.hints, topic: 'webhooks' },
    step: async () => {
      const free = mostAtOnce - running.size;
      const unproven = [...running.values()].filter(({ isProven }) => !isProven).length;
      const freeForAll = Math.min(free, mostUnproven - unproven);
      if (free <= 0) return null;
      const provenOnly = freeForAll <= 0;
      const most = provenOnly ? free : freeForAll;
      const claimed = await ports.webhooks.queue.claim({ now: ports.clock.now(), leaseMs, most, provenOnly });
      for (const delivery of claimed) start(delivery);
      return claimed.length === most ? new Date(0) : null;
    },
  });
  const waker = wakeOverslept(
    { wakeOverslept: () => ports.webhooks.queue.wakeOverslept(ports.clock.now()) },
    'wake-webhooks',
    log,
  );
  function start(delivery: ClaimedDelivery): void {
    const isProven = delivery.webhook.failures === 0 && delivery.webhook.isProven;
    const work = deliver(deps, delivery, ending.signal)
      .catch((error: unknown) =>
        log.warn(
          { webhook: delivery.webhook.id, delivery: delivery.id, error },
          'What became of a webhook’s message could not be stored; it is sent again.',
        ),
      )
      .then(() => {
        running.delete(work);
        worker.wake();
      });
    running.set(work, { isProven });
  }
  return {
    wake: () => worker.wake(),
    async stop() {
      await Promise.all([worker.stop(), waker.stop()]);
      const cut = setTimeout(() => ending.abort(), lastAnswersMs);
      await Promise.all(running.keys());
      clearTimeout(cut);
    },
  };
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
