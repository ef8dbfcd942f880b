import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { spreadOf } from './lib/quantiles.ts';
import type { LoginOrder, SignIns } from './lib/login-load.ts';
import { startLoad } from './lib/start-load.ts';
import { startServer } from './lib/start-server.ts';
import { timeDuring } from './lib/time-during.ts';
import { inMs, inSeconds } from './lib/units.ts';

const logins = 500;
const goalMs = 50;
const idleMs = 5000;
const leastMs = 3000;

/** One round of pings. */
interface Round {
  what: string;
  times: number[];
  answered: SignIns | null;
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
    const healthz = `${server.url}/healthz`;
    const crowd = startLoad<LoginOrder, SignIns>('login-load.ts', cleanUp);
    const port = Number(new URL(server.url).port);
    await timeDuring(healthz, 'inTurn', () => sleep(500));
    rounds.push({
      what: `${what}, idle`,
      times: await timeDuring(healthz, 'inTurn', () => sleep(idleMs)),
      answered: null,
    });
    let answered: SignIns | null = null;
    const times = await timeDuring(healthz, 'inTurn', async () => {
      answered = await crowd.run({ port, usernames: Array(logins).fill(username), password, isPublic });
      // Within the public configuration many are told to wait at once; a 99th percentile needs more questions than that.
      await sleep(Math.max(0, leastMs - answered.tookMs));
    });
    rounds.push({ what: `${what}, ${logins} logins`, times, answered });
  }
  return report(rounds);
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
      `A thread of its own asks \`/healthz\` over one kept connection, 10 ms after each answer. The logins come at ` +
        'the same moment with the right password of one account, whose limit of tries is raised: with a public address ' +
        'from as many addresses, where two passwords are hashed at once, twenty wait and who comes beyond is told to come ' +
        'back; on loopback from this machine, where five hundred wait.',
    ].join('\n\n'),
  };
}
