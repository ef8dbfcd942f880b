import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { listCorpus } from '#server/test/media/corpus.ts';
import { measureMutations } from '#server/test/media/measure-mutations.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { spreadOf } from './lib/quantiles.ts';

const rounds = 20;
const mutations = 2_000;
const medianGoalMs = 10;
const tailGoalMs = 300;
const stallGoalMs = 50;
const idleMs = 3_000;
const largestBytes = 5 * 1024 * 1024;

interface Timed {
  type: string;
  ms: number;
}

/** How long a valid clip takes to measure, and what broken ones do to the server's own thread. */
export async function measureClips({ cleanUp }: FigureContext): Promise<Outcome> {
  const meter = createClipMeter();
  cleanUp.defer(() => meter.stop());
  const clips = listCorpus().filter(({ folder }) => folder === 'plays');
  const large = makeLargeClips();
  const all = [...clips.map(({ path, bytes }) => ({ type: path.split('.').at(-1) ?? '', bytes })), ...large];
  const times: Timed[] = [];
  const idleStallMs = await stallDuring(() => sleep(idleMs));
  const validStallMs = await stallDuring(async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const { type, bytes } of all) {
        const own = new Uint8Array(bytes);
        const startedAt = performance.now();
        await meter.measure(own);
        times.push({ type, ms: performance.now() - startedAt });
      }
  });
  return report(times, { idleStallMs, validStallMs, broken: await measureMutations(0, mutations) });
}

/** The longest time for which this thread could not turn to anything else. */
async function stallDuring(task: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await task();
  delay.disable();
  return delay.max / 1e6;
}

/** As large as a clip may be: stereo at 96 kHz, and an mp3 with a cover of megabytes. */
function makeLargeClips(): { type: string; bytes: Buffer }[] {
  const wav = Buffer.alloc(largestBytes);
  wav.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0', 'latin1');
  wav.writeUInt32LE(96_000, 24);
  wav.writeUInt32LE(384_000, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data\xff\xff\xff\xff', 36, 'latin1');
  const mp3 = listCorpus().find(({ path }) => path.endsWith('mp3-without-note.mp3'));
  if (mp3 === undefined) throw new Error('The corpus has no plain mp3.');
  const size = largestBytes - mp3.bytes.length - 10;
  const tag = Buffer.alloc(10 + size, 'A cover. ');
  tag.write('ID3\x03\0\0', 'latin1');
  [21, 14, 7, 0].forEach((shift, index) => tag.writeUInt8((size >> shift) & 0x7f, 6 + index));
  return [
    { type: 'wav of 5 MB', bytes: wav },
    { type: 'mp3 with a cover, 5 MB', bytes: Buffer.concat([tag, mp3.bytes]) },
  ];
}

const inMs = (ms: number): string => `${ms.toFixed(1)} ms`;

interface Stalls {
  idleStallMs: number;
  validStallMs: number;
  broken: Awaited<ReturnType<typeof measureMutations>>;
}

function report(times: readonly Timed[], { idleStallMs, validStallMs, broken }: Stalls): Outcome {
  const all = spreadOf(times.map(({ ms }) => ms));
  const stallMs = Math.max(validStallMs, broken.longestStallMs);
  const types = [...new Set(times.map(({ type }) => type))];
  const rows = types.map((type) => {
    const { count, median, p99, max } = spreadOf(
      times.filter((timed) => timed.type === type).map(({ ms }) => ms),
    );
    return [type, count, inMs(median), inMs(p99), inMs(max)];
  });
  const ends = Object.entries(broken.ends).sort(([, one], [, other]) => other - one);
  return {
    title: 'Measuring clips',
    goals: [
      {
        what: `median of valid clips ≤ ${medianGoalMs} ms`,
        measured: inMs(all.median),
        isMet: all.median <= medianGoalMs,
      },
      {
        what: `p99 of valid clips ≤ ${tailGoalMs} ms`,
        measured: inMs(all.p99),
        isMet: all.p99 <= tailGoalMs,
      },
      {
        what: `longest stall of the server's thread ≤ ${stallGoalMs} ms`,
        measured: inMs(stallMs),
        isMet: stallMs <= stallGoalMs,
      },
      {
        what: 'threads left behind: none',
        measured: String(broken.workersLeft),
        isMet: broken.workersLeft === 0,
      },
    ],
    body: [
      markdownTable(['type', 'clips', 'median', 'p99', 'slowest'], rows),
      markdownTable(['end of a mutated file', 'files'], ends),
      `Every clip of the corpus that plays, and two of 5 MB, ${rounds} times each, one after the other, from the call ` +
        `to the answer with a warm thread. Then ${mutations} mutated files, five at once: the slowest answer took ` +
        `${inMs(broken.longestMs)}, its wait for the others included, and ${broken.workersStarted} threads were started. ` +
        `With nothing to do the thread stalled for up to ${inMs(idleStallMs)} in ${idleMs / 1000} s: that much is the machine.`,
    ].join('\n\n'),
  };
}
