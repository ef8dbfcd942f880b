import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { spreadOf } from './lib/quantiles.ts';
import { startServer } from './lib/start-server.ts';
import { makeTemporaryFolder } from './lib/temporary-folder.ts';
import { inMs, inSeconds } from './lib/units.ts';

const logins = 500;
const goalMs = 50;
const everyMs = 10;
const idleMs = 5000;
/** Some answers within the public configuration come at once; the pings go on for so long in any case. */
const leastMs = 3000;
const pingLoop = new URL('lib/ping-loop.ts', import.meta.url);

/** One round of pings. */
interface Round {
  what: string;
  times: number[];
  answered: { in: number; busy: number; tookMs: number } | null;
}

/** How fast `/healthz` answers while 500 people sign in at the same moment. */
export async function measureHealthzUnderLogins(context: FigureContext): Promise<Outcome> {
  const rounds: Round[] = [];
  // All sign in to one account: what is measured is the hashing, not the limit of tries on one name.
  const manyTries = { LIMIT_LOGIN: `account=${logins * 2}/5m` };
  for (const { what, settings, isPublic } of [
    {
      what: 'public address',
      settings: { ...manyTries, PUBLIC_URL: 'https://brava.example', TRUST_PROXY: '127.0.0.1' },
      isPublic: true,
    },
    { what: 'loopback', settings: manyTries, isPublic: false },
  ]) {
    await using cleanUp = new AsyncDisposableStack();
    const server = await startServer({ ...context, cleanUp }, settings);
    const username = 'bench';
    const password = 'for the bench';
    await call(server.url, 'register', { body: { username, password } });
    await pingDuring(server.url, () => sleep(500));
    rounds.push({
      what: `${what}, idle`,
      times: await pingDuring(server.url, () => sleep(idleMs)),
      answered: null,
    });
    const answered = { in: 0, busy: 0, tookMs: 0 };
    const times = await pingDuring(server.url, async () => {
      const start = performance.now();
      const signIns = Array.from({ length: logins }, (_, index) =>
        call(server.url, 'login', {
          body: { username, password },
          ...(isPublic && { from: `198.51.${Math.floor(index / 250)}.${1 + (index % 250)}` }),
        }).then(
          () => (answered.in += 1),
          (error: unknown) => countBusy(error, answered),
        ),
      );
      await Promise.all(signIns);
      answered.tookMs = performance.now() - start;
      await sleep(Math.max(0, leastMs - answered.tookMs));
    });
    rounds.push({ what: `${what}, ${logins} logins`, times, answered });
  }
  return report(rounds);
}

function countBusy(error: unknown, answered: { busy: number }): void {
  if (!(error instanceof Error) || !/answered (?:429|503)/.test(error.message)) throw error;
  answered.busy += 1;
}

/** Pings for as long as `work` takes. */
async function pingDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  await using cleanUp = new AsyncDisposableStack();
  const file = join(await makeTemporaryFolder(cleanUp), 'times.json');
  const ending = new Int32Array(new SharedArrayBuffer(4));
  const pings = new Worker(pingLoop, { workerData: { url: `${url}/healthz`, everyMs, ending, file } });
  const ended = once(pings, 'exit');
  await once(pings, 'online');
  try {
    await work();
  } finally {
    Atomics.store(ending, 0, 1);
    await ended;
  }
  return JSON.parse(await readFile(file, 'utf8')) as number[];
}

function report(rounds: readonly Round[]): Outcome {
  const loaded = rounds.filter(({ answered }) => answered !== null);
  return {
    title: '/healthz while 500 people sign in at once',
    goals: loaded.map(({ what, times }) => {
      const { p99 } = spreadOf(times);
      return { what: `${what}: p99 ≤ ${goalMs} ms`, measured: inMs(p99), isMet: p99 <= goalMs };
    }),
    body: [
      markdownTable(
        ['round', 'pings', 'median', 'p99', 'longest', 'signed in', 'told to wait', 'all answered after'],
        rounds.map(({ what, times, answered }) => {
          const { count, median, p99, max } = spreadOf(times);
          return [
            what,
            count,
            inMs(median),
            inMs(p99),
            inMs(max),
            answered === null ? '' : answered.in,
            answered === null ? '' : answered.busy,
            answered === null ? '' : inSeconds(answered.tookMs),
          ];
        }),
      ),
      `A thread of its own asks \`/healthz\` over one kept connection, ${everyMs} ms after each answer. The logins come at ` +
        'the same moment with the right password of one account, whose limit of tries is raised: with a public address ' +
        'from as many addresses, where two passwords are hashed at once, twenty wait and who comes beyond is told to come ' +
        'back; on loopback from this machine, where five hundred wait.',
    ].join('\n\n'),
  };
}
