import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { query } from './database-address.ts';
import { createTestDatabase } from './database.ts';
import { type FaultProxy, startFaultProxy } from './faults/fault-proxy.ts';
import { payFromFaucet } from './faults/rpc-call.ts';
import { freePort } from './free-port.ts';
import { freshAddress } from './solana-fixture.ts';
import { call, registerStreamer, until } from './test-client.ts';
import { quickPace } from './test-server.ts';

/**
 * Starts a server whose chain moves by hand, and whose nodes can lie. It hears of nothing by itself: it reads.
 * What is started is handed to `cleanUps`, to be ended from the last to the first.
 */
export async function startAmong(nodeCount: number, cleanUps: (() => unknown)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'brava-lying-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase();
  cleanUps.push(() => database.drop());
  let shiftMs = 0;
  const now = (): number => Date.now() + shiftMs;
  const sandbox = await startSandbox({ slotMs: Infinity, finalizedLag: 32, now });
  cleanUps.push(() => sandbox.stop());
  const nodes: FaultProxy[] = [];
  for (let count = 0; count < nodeCount; count += 1) {
    const node = await startFaultProxy(sandbox);
    cleanUps.push(() => node.stop());
    nodes.push(node);
  }
  const port = await freePort();
  const around = {
    connectionString: database.connectionString,
    nodes: { rpcUrls: nodes.map(({ rpcUrl }) => rpcUrl), wsUrls: ['ws://127.0.0.1:1'] },
    isSandbox: true,
    pace: quickPace,
    askNodesEveryMs: 200,
    clock: { now: () => new Date(now()) },
  };
  const config = readConfig({ PORT: String(port), SEED_FILE: join(folder, 'seed'), LOG_LEVEL: 'silent' });
  const brava = await startBrava(config, around, pino({ level: 'silent' }));
  cleanUps.push(() => brava.stop());
  const streamer = await registerStreamer(brava.url);
  sandbox.advance(50);
  return {
    sandbox,
    nodes,
    create: () => call(brava.url, 'createDonation', { body: { linkCode: streamer.donationLink } }),
    statusOf: async (id: string) => (await call(brava.url, 'donationStatus', { params: { id } })).status,
    query: (text: string) => query(database.connectionString, text),
    passTime: (ms: number) => {
      shiftMs += ms;
    },
    /** The chain's time as well: it is known for slots in which something happened. */
    passChainTime: async (ms: number) => {
      shiftMs += ms;
      await payFromFaucet(sandbox.url, freshAddress(), 5_000_000);
      sandbox.advance(40);
    },
  };
}

/** A server, its chain and its nodes. */
type Scene = Awaited<ReturnType<typeof startAmong>>;

/** Pays each donation once and waits until it is seen; not final yet. Returns the signatures. */
export async function payAndSee(
  { sandbox, statusOf, passTime }: Scene,
  donations: readonly Awaited<ReturnType<Scene['create']>>[],
): Promise<string[]> {
  const signatures: string[] = [];
  for (const { walletAddress } of donations)
    signatures.push(await payFromFaucet(sandbox.url, walletAddress, 5_000_000));
  sandbox.advance(3);
  passTime(6000);
  for (const { id } of donations) await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
  return signatures;
}
