import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from '#contract/problem.ts';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { listCorpus } from './corpus.ts';
import { countWorkers } from './count-workers.ts';
import { mutate } from './mutate.ts';

const refusals = ['not_recognised', 'too_long', 'too_large', 'unplayable', 'damaged'].map(
  (name) => `audio_${name}`,
);
const longestMs = 15_120;

/** What came of measuring many mutated files. */
export interface Outcome {
  /** How many ended each way: `accepted`, or the code of the refusal. */
  ends: Record<string, number>;
  longestStallMs: number;
  longestMs: number;
  workersStarted: number;
  workersLeft: number;
}

/** Measures one mutated file for each seed from `first` on, as many at once as wait in a busy server. */
export async function measureMutations(first: number, count: number): Promise<Outcome> {
  const files = listCorpus().flatMap(({ bytes }) => (bytes.length > 0 ? [bytes] : []));
  const workers = countWorkers();
  const meter = createClipMeter();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const ends: Record<string, number> = {};
  let slowestMs = 0;
  const measureNext = async (seed: number): Promise<void> => {
    const bytes = mutate(files, seed);
    const startedAt = performance.now();
    const end = await meter.measure(bytes).then(
      ({ durationMs }) => {
        if (durationMs >= 0 && durationMs <= longestMs) return 'accepted';
        throw new Error(`Seed ${seed} came to ${durationMs} ms.`);
      },
      (error: unknown) => {
        if (error instanceof Problem && refusals.includes(error.code)) return error.code;
        throw new Error(`Seed ${seed} was not refused in a known way.`, { cause: error });
      },
    );
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    ends[end] = (ends[end] ?? 0) + 1;
  };
  delay.enable();
  for (let seed = first; seed < first + count; seed += 5)
    await Promise.all([0, 1, 2, 3, 4].map((more) => measureNext(seed + more)));
  delay.disable();
  await meter.stop();
  workers.stop();
  return {
    ends,
    longestStallMs: delay.max / 1e6,
    longestMs: slowestMs,
    workersStarted: workers.started(),
    workersLeft: workers.alive(),
  };
}
