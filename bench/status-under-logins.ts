import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { quantile, type Spread, spreadOf } from './lib/quantiles.ts';
import { benchPassword, registerStreamers } from './lib/register-streamers.ts';
import type { LoginOrder, SignIns } from './lib/login-load.ts';
import { startLoad } from './lib/start-load.ts';
import { startServer } from './lib/start-server.ts';
import { timeDuring } from './lib/time-during.ts';
import { inMs, inSeconds } from './lib/units.ts';

const rounds = 5;
const logins = 500;
const idleMs = 8000;
const mostTimes = 2;

/** What one round saw besides its 99th percentiles. */
interface Loaded {
  spread: Spread;
  signIns: SignIns;
}

/** How long status polls take while 500 people sign in at the same moment, beside the same server when idle. */
export async function measureStatusUnderLogins(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const streamers = await registerStreamers(server.url, logins);
  const usernames = streamers.map(({ username }) => username);
  const crowd = startLoad<LoginOrder, SignIns>('login-load.ts', context.cleanUp);
  const port = Number(new URL(server.url).port);
  const signAllIn = (): Promise<SignIns> =>
    crowd.run({ port, usernames, password: benchPassword, isPublic: false });
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamers[0]?.donationCode } });
  const status = `${server.url}/api/donations/status/${id}`;
  await timeDuring(status, 'steadily', () => sleep(2000));
  // As many as later: the first crowd would also wait for code to be compiled.
  await signAllIn();
  const loaded: Loaded[] = [];
  const idle: Spread[] = [];
  const pairs = await measureInTurn(rounds, {
    ours: async () => {
      let signIns: SignIns = { in: 0, busy: 0, tookMs: 0 };
      const times = await timeDuring(status, 'steadily', async () => {
        signIns = await signAllIn();
      });
      loaded.push({ spread: spreadOf(times), signIns });
      return spreadOf(times).p99;
    },
    floor: async () => {
      const spread = spreadOf(await timeDuring(status, 'steadily', () => sleep(idleMs)));
      idle.push(spread);
      return spread.p99;
    },
  });
  await server.stop();
  return report(pairs, loaded, idle);
}

function report(pairs: readonly Pair[], loaded: readonly Loaded[], idle: readonly Spread[]): Outcome {
  const ratio = pairedRatio(pairs);
  const bars = [
    {
      label: `${logins} logins`,
      value: quantile(
        pairs.map(({ ours }) => ours),
        0.5,
      ),
    },
    {
      label: 'idle',
      value: quantile(
        pairs.map(({ floor }) => floor),
        0.5,
      ),
    },
  ];
  return {
    title: 'Status polls while 500 people sign in at once',
    goals: [
      {
        what: `p99 of status polls during ${logins} logins at once ≤ ${mostTimes}× that of the idle server, median`,
        measured: inTimes(ratio),
        isMet: ratio.median <= mostTimes,
      },
    ],
    body: [
      barChart(bars.map((bar) => ({ ...bar, text: inMs(bar.value) }))),
      markdownTable(
        [
          'round',
          'idle median',
          'idle p99',
          'median',
          'p99',
          'longest',
          'ratio of p99',
          'all signed in after',
        ],
        pairs.map(({ ours, floor }, index) => {
          const { spread, signIns } = loaded[index] ?? {};
          return [
            index + 1,
            inMs(idle[index]?.median ?? 0),
            inMs(floor),
            inMs(spread?.median ?? 0),
            inMs(ours),
            inMs(spread?.max ?? 0),
            `${(ours / floor).toFixed(2)}×`,
            `${inSeconds(signIns?.tookMs ?? 0)} (${signIns?.in ?? 0})`,
          ];
        }),
      ),
      'A thread of its own asks for the status of a donation every 10 ms, whatever became of the questions before, over one ' +
        `kept connection. The ${logins} logins come at the same moment from this machine, each to an account of its own, and ` +
        'all of them wait until they are in; what they send are bytes, from a process of its own. Server, PostgreSQL, chain ' +
        'and whoever asks share the machine.',
    ].join('\n\n'),
  };
}
