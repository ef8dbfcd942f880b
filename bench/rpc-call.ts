import { setTimeout as sleep } from 'node:timers/promises';
import { createDefaultRpcTransport, type RpcTransport } from '@solana/kit';
import { openPost } from '#server/solana/post-text.ts';
import { createRpcTransport } from '#server/solana/rpc-transport.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { quantile, spreadOf } from './lib/quantiles.ts';
import { startConstantServer } from './lib/start-constant-server.ts';
import { inMs } from './lib/units.ts';

const rounds = 7;
/** The first rounds are not counted: they meet code that has never run. */
const warmUpRounds = 2;
const callsPerRound = 60;
/** As a server with a few payments makes its calls: by then others have had the processor, and its caches are cold. */
const everyMs = 30;
const mostTimes = 0.75;
const addresses = 100;

const key = 'So11111111111111111111111111111111111111112';
const context = { apiVersion: '2.3.0', slot: 421_337_000 };
/** What nodes answer to the two calls that cost most: one payment, and the balances of a hundred addresses. */
const answers = {
  getTransaction: {
    slot: context.slot,
    blockTime: 1_763_900_000,
    version: 0,
    transaction: {
      signatures: [key + key],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
        accountKeys: [key, key, key, key],
        recentBlockhash: key,
        instructions: [{ programIdIndex: 3, accounts: [0, 1], data: '3Bxs4h24hBtQy9rw', stackHeight: 1 }],
        addressTableLookups: [],
      },
    },
    meta: {
      err: null,
      status: { Ok: null },
      fee: 5000,
      preBalances: [499_999_999_999_995_000, 0, 1, 1],
      postBalances: [499_999_999_994_990_000, 5_000_000, 1, 1],
      innerInstructions: [],
      logMessages: Array.from({ length: 4 }, () => `Program ${key} success`),
      preTokenBalances: [],
      postTokenBalances: [],
      rewards: [],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: 300,
    },
  },
  getMultipleAccounts: {
    context,
    value: Array.from({ length: addresses }, (_, index) => ({
      data: ['', 'base64'],
      executable: false,
      lamports: 5_000_000 + index,
      owner: key,
      rentEpoch: Number.MAX_SAFE_INTEGER,
      space: 0,
    })),
  },
};

/** One kind of call, measured: milliseconds of this process for each call, round by round. */
interface Measured {
  method: string;
  bytes: number;
  processor: Pair[];
  latencies: Record<'ours' | 'kit', number[]>;
}

/** What a JSON-RPC call costs whoever makes it, beside kit's own transport. */
export async function measureRpcCall({ cleanUp }: FigureContext): Promise<Outcome> {
  const measured: Measured[] = [];
  for (const [method, result] of Object.entries(answers)) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', result });
    const { url } = await startConstantServer(cleanUp, body);
    const latencies: Measured['latencies'] = { ours: [], kit: [] };
    const processor = await measureInTurn(rounds, {
      ours: oneRound(createRpcTransport(openPost(url, Infinity)), method, latencies.ours),
      floor: oneRound(createDefaultRpcTransport({ url }), method, latencies.kit),
    });
    measured.push({ method, bytes: body.length, processor: processor.slice(warmUpRounds), latencies });
  }
  return report(measured);
}

/** Gives the mean processor time of the round's calls. */
function oneRound(transport: RpcTransport, method: string, latencies: number[]): () => Promise<number> {
  return async () => {
    let processorMicros = 0;
    for (let id = 0; id < callsPerRound; id += 1) {
      await sleep(everyMs);
      const before = process.cpuUsage();
      const startedAt = performance.now();
      await transport({
        payload: { jsonrpc: '2.0', id: String(id), method, params: [key, { commitment: 'confirmed' }] },
        signal: AbortSignal.timeout(4000),
      });
      latencies.push(performance.now() - startedAt);
      const { user, system } = process.cpuUsage(before);
      processorMicros += user + system;
    }
    return processorMicros / callsPerRound / 1000;
  };
}

function report(measured: readonly Measured[]): Outcome {
  const sides = measured.flatMap(({ method, bytes, processor, latencies }) =>
    (['ours', 'kit'] as const).map((side) => {
      const counted = latencies[side].slice(warmUpRounds * callsPerRound);
      const perRound = processor.map((pair) => (side === 'ours' ? pair.ours : pair.floor));
      return { method, bytes, side, processor: quantile(perRound, 0.5), spread: spreadOf(counted) };
    }),
  );
  return {
    title: 'What a call to a node costs',
    goals: measured.map(({ method, processor }) => {
      const ratio = pairedRatio(processor);
      return {
        what: `processor time of \`${method}\` against kit’s own transport: ≤ ${mostTimes}×`,
        measured: inTimes(ratio),
        isMet: ratio.median <= mostTimes,
      };
    }),
    body: [
      barChart(
        sides.map(({ method, side, processor }) => ({
          label: `${method}, ${side}`,
          value: processor,
          text: inMs(processor),
        })),
      ),
      markdownTable(
        ['call', 'answer', 'by', 'processor time', 'median', 'p99'],
        sides.map(({ method, bytes, side, processor, spread }) => [
          method,
          `${bytes} bytes`,
          side === 'ours' ? 'Brava' : 'kit',
          inMs(processor),
          inMs(spread.median),
          inMs(spread.p99),
        ]),
      ),
      `${rounds - warmUpRounds} rounds of ${callsPerRound} calls by each in turn, ${everyMs} ms apart, after ${warmUpRounds} that ` +
        'are not counted; a bare `node:http` server in another process answers all of them with the same text. Processor time ' +
        'is that of the process that calls, from the call to the parsed answer. What is measured is a server that ' +
        'does other things between its calls.',
    ].join('\n\n'),
  };
}
