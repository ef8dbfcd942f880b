import type { Log } from '#server/app/log.ts';
import type { HintTopic, Ports } from '#server/app/ports.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

const lookEveryMs = 1000;
/** At the end of the server receivers have so long to answer: one that hangs on purpose must not hold the end up. */
const lastAnswersMs = 1500;

/** What is sent to somebody outside, and how. */
interface Sending<Item> {
  name: string;
  topic: HintTopic;
  queue: { wakeOverslept(now: Date): Promise<void> };
  /** Claims what is due, `most` at most, beside what is on its way; null while there is no room. */
  claim: (onTheWay: readonly Item[]) => Promise<{ claimed: readonly Item[]; most: number } | null>;
  /** Sends one, and stores what became of it. */
  send: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Hears of one of which that could not be stored. */
  onLost: (item: Item, error: unknown) => void;
}

/** Sends what is due, several at once. When the server ends, what is on its way is cut after a moment. */
export function sendDue<Item>(
  { name, topic, queue, claim, send, onLost }: Sending<Item>,
  { clock, hints }: Pick<Ports, 'clock' | 'hints'>,
  log: Log,
): Worker {
  const ending = new AbortController();
  const running = new Map<Promise<void>, Item>();
  const worker = startWorker({
    name,
    log,
    maxIdleMs: lookEveryMs,
    wakeOn: { hints, topic },
    step: async () => {
      const found = await claim([...running.values()]);
      if (found === null) return null;
      for (const item of found.claimed) start(item);
      return found.claimed.length === found.most ? new Date(0) : null;
    },
  });
  const waker = wakeOverslept(
    { wakeOverslept: () => queue.wakeOverslept(clock.now()) },
    `wake-${topic}`,
    log,
  );
  function start(item: Item): void {
    const work = send(item, ending.signal)
      .catch((error: unknown) => onLost(item, error))
      .then(() => {
        running.delete(work);
        worker.wake();
      });
    running.set(work, item);
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
