import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { barChart, histogram, markdownTable } from './lib/markdown.ts';
import { inTimes, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { quantile, type Spread, spreadOf } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';
import { inMs } from './lib/units.ts';
import { watchConfirmations } from './lib/watch-confirmations.ts';
import { watchRecorded } from './lib/watch-recorded.ts';

const rounds = 5;
const perRound = 40;
/** Addresses are watched, and have been read twice, before they are paid. */
const settleMs = 12_000;
const payWithinMs = 10_000;
const patienceMs = 30_000;
const lamports = 5_000_000;
const unlimited = '1000000';
const goals = { ratio: 1.2, readMs: 5000, slotMs: 400 };

/** Milliseconds of a payment from the moment it was sent. */
interface Detection {
  pushedMs: number;
  recordedMs: number;
}

/** What a socket's state gave: payments by round, and what a call to the chain takes there. */
interface Phase {
  rounds: Detection[][];
  roundTripMs: number;
}

/** From a payer's transaction to its committed row, beside the moment at which the chain pushes it; and without a socket. */
export async function measureDetection(context: FigureContext): Promise<Outcome> {
  const healthy = await measurePhase(context, true);
  console.log('  socket healthy: measured');
  const dead = await measurePhase(context, false);
  return report(healthy, dead);
}

/** With a server of its own: on a dead socket means that nothing listens where it looks for one. */
async function measurePhase(context: FigureContext, hasSocket: boolean): Promise<Phase> {
  await using cleanUp = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  cleanUp.defer(() => sandbox.stop());
  const { server: closedPort } = await findFreePorts();
  const server = await startServer(
    { ...context, cleanUp },
    {
      SOLANA_RPC_URL: sandbox.url,
      SOLANA_WS_URL: hasSocket ? sandbox.wsUrl : `ws://127.0.0.1:${closedPort}`,
      SOLANA_REQUESTS_PER_10S: unlimited,
      SOLANA_REQUESTS_PER_METHOD_PER_10S: unlimited,
      LOG_LEVEL: 'error',
    },
  );
  const recorded = await watchRecorded(cleanUp, server.databaseUrl('brava'));
  const pushed = await watchConfirmations(sandbox.wsUrl);
  cleanUp.defer(() => pushed.close());
  const streamers = await registerStreamers(server.url, perRound);
  const measured: Detection[][] = [];
  const addresses = async (): Promise<string[]> =>
    await Promise.all(
      streamers.map(async ({ donationCode }) => {
        const body = { linkCode: donationCode };
        const { walletAddress } = await call(server.url, 'createDonation', { body });
        await pushed.subscribe(walletAddress);
        return walletAddress;
      }),
    );
  for (let round = 0; round < rounds; round += 1) {
    const created = await addresses();
    await sleep(settleMs);
    measured.push(
      await Promise.all(
        created.map(async (address) => {
          await sleep(Math.random() * payWithinMs);
          const sentAtMs = performance.now();
          await payFromFaucet(sandbox.url, address, lamports);
          const [pushedAtMs, recordedAtMs] = await waitForBoth([
            () => pushed.confirmedAtMs(address),
            () => recorded.recordedAtMs(address),
          ]);
          return { pushedMs: pushedAtMs - sentAtMs, recordedMs: recordedAtMs - sentAtMs };
        }),
      ),
    );
  }
  return { rounds: measured, roundTripMs: await measureRoundTrip(sandbox.url) };
}

async function waitForBoth(
  moments: [() => number | undefined, () => number | undefined],
): Promise<[number, number]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const [first, second] = [moments[0](), moments[1]()];
    if (first !== undefined && second !== undefined) return [first, second];
    if (performance.now() > deadline) throw new Error(`A payment was not recorded within ${patienceMs} ms.`);
    await sleep(5);
  }
}

/** The slowest of a few calls as the reader makes them. */
async function measureRoundTrip(url: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const startedAtMs = performance.now();
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }),
    }).then((answer) => answer.text());
    times.push(performance.now() - startedAtMs);
  }
  return Math.max(...times);
}

function report(healthy: Phase, dead: Phase): Outcome {
  const payments = healthy.rounds.flat();
  const pairs: Pair[] = healthy.rounds.map((round) => ({
    ours: quantile(
      round.map(({ recordedMs, pushedMs }) => recordedMs / pushedMs),
      0.5,
    ),
    floor: 1,
  }));
  const ratio = pairedRatio(pairs);
  const after = payments.map(({ recordedMs, pushedMs }) => recordedMs - pushedMs);
  const late = dead.rounds.flat().map(({ recordedMs, pushedMs }) => recordedMs - pushedMs);
  const lateSpread = spreadOf(late);
  const mostMs = goals.readMs + goals.slotMs + dead.roundTripMs;
  const rows: [string, Spread][] = [
    ['sent → pushed', spreadOf(payments.map(({ pushedMs }) => pushedMs))],
    ['sent → recorded', spreadOf(payments.map(({ recordedMs }) => recordedMs))],
    ['pushed → recorded', spreadOf(after)],
    ['pushed → recorded, socket dead', lateSpread],
  ];
  return {
    title: 'From a payment to its committed row',
    goals: [
      {
        what: `recorded after ≤ ${goals.ratio}× the time until the chain pushes it (median)`,
        measured: inTimes(ratio),
        isMet: ratio.median <= goals.ratio,
      },
      {
        what: `socket dead: p99 ≤ 5 s + one slot + a round trip = ${inMs(mostMs)} after it is confirmed`,
        measured: inMs(lateSpread.p99),
        isMet: lateSpread.p99 <= mostMs,
      },
    ],
    body: [
      markdownTable(
        ['', 'payments', 'median', 'p90', 'p99', 'max'],
        rows.map(([label, { count, median, p90, p99, max }]) => [
          label,
          count,
          ...[median, p90, p99, max].map(inMs),
        ]),
      ),
      barChart(rows.map(([label, { median }]) => ({ label, value: median, text: inMs(median) }))),
      'With the socket dead, after the moment at which a client with a socket hears of it:',
      histogram(late, { step: 500, steps: 12, unit: 'ms' }),
      `${rounds} rounds of ${perRound} payments each, all within ${payWithinMs / 1000} s at random moments, with the socket and then, on another ` +
        'server and chain, without: nothing listens where that server looks for its WebSocket. Each payment is its own pair: the same transaction ' +
        'is timed until the sandbox (400 ms slots) pushes it to a bare `ws` client of this load generator, and until PostgreSQL tells this load generator, by a ' +
        'trigger of the bench, that the row is committed. The ratio of a round is the median of its payments. Most of both times is the chain’s: a ' +
        'transaction waits for its slot, and is confirmed a slot later. The chain runs in the load generator and sets no limit on calls.',
    ].join('\n\n'),
  };
}
