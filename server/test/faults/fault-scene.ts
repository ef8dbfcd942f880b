import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { socketConnectionString } from '#server/postgres/embedded/socket-folder.ts';
import { query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { auditBooks } from './audit-books.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { NamedFault } from './node-faults.ts';
import { payFromFaucet } from './rpc-call.ts';
import { startServerProcess } from './server-process.ts';
import { openSteadyOverlay } from './steady-overlay.ts';

/** Block times are whole seconds: so long, and a slot that is past a payment's second has been read. */
const faultMs = 3000;
/** The figure, p95 ≤ 15 s, is measured by bench/fault-healing.ts; here a busy machine gets twice that. */
const healedWithinMs = 30_000;

/** A server whose nodes misbehave, one fault after the other. */
export interface FaultScene {
  /** Has the fault once those before it are over. Rejects when a rule was broken. */
  next(fault: NamedFault): Promise<void>;
  /** What is wrong once everything has come to rest; an overlay has shown all but those of `notShown`. */
  audit(): Promise<{ findings: string[]; notShown: string[] }>;
}

/** Starts a chain, so many nodes, and a server with a database of its own; all of it ends with `cleanUp`. */
export async function startFaultScene(cleanUp: AsyncDisposableStack, nodes: number): Promise<FaultScene> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-proxy-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ slotMs: 50 });
  cleanUp.defer(() => sandbox.stop());
  const proxies = await Promise.all(Array.from({ length: nodes }, () => startFaultProxy(sandbox)));
  for (const proxy of proxies) cleanUp.defer(() => proxy.stop());
  const server = startServerProcess({
    port: await freePort(),
    environment: {
      DATA_DIR: folder,
      SEED_FILE: join(folder, 'seed'),
      SOLANA_RPC_URL: proxies.map(({ rpcUrl }) => rpcUrl).join(),
      SOLANA_WS_URL: proxies.map(({ wsUrl }) => wsUrl).join(),
      SOLANA_REQUESTS_PER_10S: '1000000',
      SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
    },
  });
  cleanUp.defer(() => server.stop());
  await server.ready;
  const database = socketConnectionString(join(folder, 'postgres/socket'), 'brava', 'brava');
  const streamer = await registerStreamer(server.url);
  const overlay = openSteadyOverlay(server.url, streamer.widgetCode);
  cleanUp.defer(() => overlay.close());
  const paid = new Map<string, { id: string; lamports: bigint; payments: number }>();

  const statusOf = async (id: string): Promise<string> =>
    (await call(server.url, 'donationStatus', { params: { id } })).status;

  async function create() {
    return await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  }

  async function pay({ id, walletAddress }: { id: string; walletAddress: string }): Promise<string> {
    const lamports = 3_000_000 + paid.size;
    const { staleSlots } = sandbox.faults;
    // The donor's node is another one than ours.
    sandbox.faults.staleSlots = 0;
    await payFromFaucet(sandbox.url, walletAddress, lamports);
    sandbox.faults.staleSlots = staleSlots;
    paid.set(walletAddress, { id, lamports: BigInt(lamports), payments: 1 });
    return id;
  }

  /**
   * Its time, the minute of grace included, is over a second from now: a reading that lacks the payment would make it
   * expire.
   */
  async function letExpire(id: string, readAfterMs: number): Promise<void> {
    await query(
      database,
      `update donations set created_at = now() - interval '10 minutes', expires_at = now() - interval '59 seconds'
       where id = '${id}'`,
    );
    await query(
      database,
      `update watches set next_read_at = now() + ${readAfterMs} * interval '1 ms' where donation_id = '${id}'`,
    );
  }

  /** Whoever is cut off by one fault comes back with a pause: until then the next one would find the socket down as well. */
  async function untilChainIsHeard(): Promise<void> {
    await until(async () => {
      const processes = await query(database, 'select hears_chain from processes');
      expect(processes).toEqual([{ hears_chain: true }]);
    }, healedWithinMs);
  }

  async function run(fault: NamedFault): Promise<void> {
    await untilChainIsHeard();
    const [seen, due, early] = [await create(), await create(), await create()];
    await pay(early);
    await until(async () => expect(await statusOf(early.id)).not.toBe('PENDING'));
    const [beginning] = await query(database, 'select now()::text as at');
    proxies[0]?.begin(fault.node);
    sandbox.faults.staleSlots = fault.staleSlots ?? 0;
    const ids = [await pay(seen), await pay(due), await pay(await create())];
    const lastsMs = fault.lastsMs ?? faultMs;
    await letExpire(due.id, lastsMs - 800);
    await sleep(lastsMs);
    proxies[0]?.heal();
    sandbox.faults.staleSlots = 0;
    await until(async () => {
      const statuses = await Promise.all(ids.map(statusOf));
      expect(statuses.filter((status) => status === 'PENDING' || status === 'EXPIRED')).toEqual([]);
    }, healedWithinMs);
    const told = await query(
      database,
      `select distinct body->>'status' as status from events
       where name = 'donation_changed' and at > '${beginning?.['at']}'`,
    );
    expect(told.map(({ status }) => status as string)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/EXPIRED|FAILED/)]),
    );
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    next(fault) {
      const outcome = last.then(() => run(fault));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async audit() {
      await last;
      await until(async () => {
        const [row] = await query(
          database,
          `select (select count(*)::int from donations where status = 'TRANSFERRED') as done,
                  (select count(*)::int from sweep_jobs) as jobs`,
        );
        expect(row).toEqual({ done: paid.size, jobs: 0 });
      }, 60_000);
      const { findings } = await auditBooks(database, sandbox.url, paid);
      const ids = [...paid.values()].map(({ id }) => id);
      return { findings, notShown: ids.filter((id) => !overlay.shown.has(id)) };
    },
  };
}
