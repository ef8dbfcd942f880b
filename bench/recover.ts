import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { checkArrivals, type Arrivals } from './lib/check-arrivals.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { fundLostInstallation } from './lib/lost-installation.ts';
import { markdownTable } from './lib/markdown.ts';
import { runRecover, type RecoverRun } from './lib/run-recover.ts';
import { makeTemporaryFolder } from './lib/temporary-folder.ts';
import { inSeconds } from './lib/units.ts';

const usualSize = { streamers: 1000, addresses: 100 };

/** What the runs were and what they asked of the node. */
interface Measured {
  size: NonNullable<FigureContext['size']>;
  fundMs: number;
  killed: RecoverRun;
  finished: RecoverRun;
  again: RecoverRun;
  calls: Record<string, number>;
  callsWhenAgain: number;
  arrivals: Arrivals;
}

/** The database is lost: what `brava recover` brings to its owners from the seed and the chain, and what that takes. */
export async function measureRecover({ cleanUp, profileFolder, size }: FigureContext): Promise<Outcome> {
  const lost = size ?? usualSize;
  const folder = await makeTemporaryFolder(cleanUp);
  const dataDir = join(folder, 'data');
  const seedFile = join(folder, 'keys/seed');
  await mkdir(dataDir);
  const vault = await createKeyVault((await loadOrCreateSeed({ seedFile })).words);
  const fundedFrom = performance.now();
  await fundLostInstallation({ dataDir, seedFile, vault }, lost);
  const fundMs = performance.now() - fundedFrom;

  const ports = await findFreePorts();
  const sandbox = await startSandbox({ folder: join(dataDir, 'sandbox'), port: ports.sandbox });
  cleanUp.defer(() => sandbox.stop());
  cleanUp.defer(async () => void (await clearPostmaster(join(dataDir, 'postgres/cluster'), () => {})));
  const env = {
    PATH: process.env['PATH'],
    PORT: String(ports.server),
    SANDBOX_PORT: String(ports.sandbox),
    DATA_DIR: dataDir,
    SEED_FILE: seedFile,
  };
  const how = { env, profileFolder };
  const killAfter = (lost.streamers * lost.addresses) / 4;
  const killWhen = (): boolean => (sandbox.calls['sendTransaction'] ?? 0) >= killAfter;
  const killed = await runRecover(cleanUp, { ...how, killWhen });
  const finished = await runRecover(cleanUp, how);
  const calls = { ...sandbox.calls };
  const again = await runRecover(cleanUp, how);
  const callsWhenAgain = sum(sandbox.calls) - sum(calls);
  const reader = createChainReader(createRpcClient({ urls: [sandbox.url], limits: null }));
  const arrivals = await checkArrivals({ vault, reader, printed: finished.printed }, lost);
  return report({ size: lost, fundMs, killed, finished, again, calls, callsWhenAgain, arrivals });
}

function report(measured: Measured): Outcome {
  const { size, arrivals, again } = measured;
  const share =
    arrivals.expectedLamports === 0n
      ? 0
      : Number(arrivals.arrivedLamports) / Number(arrivals.expectedLamports);
  const isWhole = arrivals.arrivedLamports === arrivals.expectedLamports && arrivals.wrongWallets === 0;
  return {
    title: `Recover ${size.streamers.toLocaleString('en')} streamers × ${size.addresses} addresses from the seed`,
    goals: [
      {
        what: '100 % of the lamports that the chain allows to move, less the fee of one transfer each, are in the right wallets',
        measured: `${(share * 100).toFixed(4)} % (${arrivals.arrivedLamports} of ${arrivals.expectedLamports} lamports); ${arrivals.wrongWallets} wallets with another balance than that`,
        isMet: isWhole,
      },
      {
        what: 'the rest is named',
        measured: `${arrivals.named} of ${arrivals.stuck} addresses that nothing can pay for, and ${arrivals.leftOver} others with money`,
        isMet: arrivals.named === arrivals.stuck && arrivals.leftOver === 0,
      },
      {
        what: 'killed in the middle and run again, nothing is paid twice; run once more, nothing moves',
        measured: lineWith(again.printed, 'Moved'),
        isMet: again.printed.includes('Moved 0 SOL in 0 transfers'),
      },
    ],
    body: describe(measured),
  };
}

function describe({ size, fundMs, killed, finished, again, calls, callsWhenAgain }: Measured): string {
  const inAll = sum(calls);
  const perAddress = (inAll / (size.streamers * size.addresses)).toFixed(1);
  return [
    markdownTable(
      ['run', 'took', 'search', 'moving', 'most memory'],
      [
        describeRun('until `kill -9`', killed),
        describeRun('to the end', finished),
        describeRun(`once more (${callsWhenAgain.toLocaleString('en')} calls)`, again),
      ],
    ),
    `The first two runs made ${inAll.toLocaleString('en')} calls, ${perAddress} for each address with money:`,
    markdownTable(
      ['method', 'calls'],
      Object.entries(calls)
        .toSorted(([, a], [, b]) => b - a)
        .map(([method, count]) => [method, count.toLocaleString('en')]),
    ),
    `The chain is the sandbox with slots of 400 ms, final after 32 of them, in the process of the measurement; ` +
      `PostgreSQL and \`brava recover\` share the machine with it. Paying everything in took ${inSeconds(fundMs)}. ` +
      'Of a streamer’s addresses, in twenty: fourteen paid, two underpaid, two paid in two parts, one of dust that its ' +
      'owner’s wallet pays for, with addresses that were never used between them. One streamer in twenty has nothing ' +
      'but three addresses in the payer trap and an empty wallet. Less than the rent minimum cannot lie on an address. ' +
      'What a server notes beside the seed was there; the database was not.',
  ].join('\n\n');
}

function describeRun(what: string, run: RecoverRun): string[] {
  const { ms, printed, memoryMiB } = run;
  const memory = memoryMiB === null ? '' : `${memoryMiB} MiB`;
  return [what, inSeconds(ms), lineWith(printed, 'Found'), lineWith(printed, 'Moved'), memory];
}

function lineWith(printed: string, start: string): string {
  return printed.split('\n').find((line) => line.startsWith(start)) ?? '';
}

function sum(calls: Sandbox['calls']): number {
  return Object.values(calls).reduce((all, count) => all + count, 0);
}
