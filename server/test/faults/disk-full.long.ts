import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { socketConnectionString } from '#server/postgres/embedded/socket-folder.ts';
import { query } from '#server/test/database-address.ts';
import type { RouteReply } from '#contract/routes.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { auditBooks } from './audit-books.ts';
import { payFromFaucet } from './rpc-call.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { openSteadyOverlay } from './steady-overlay.ts';

const megabytes = 200;
/** What was claimed when the disk became full is free when its lease of a minute ends; and machines are busy. */
const settledWithinMs = 180_000;
const refusedWithinMs = 60_000;
const testMs = 600_000;
const reason = whyNoSmallDisk();
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A server whose data folder is a disk of its own, with one streamer and an open overlay. */
async function startOnSmallDisk(settings: Record<string, string>) {
  const disk = await mountSmallDisk(megabytes);
  cleanUps.push(() => disk.unmount());
  const dataDir = join(disk.folder, 'data');
  cleanUps.push(() => clearPostmaster(join(dataDir, 'postgres/cluster'), () => {}));
  const port = await freePort();
  const environment = { DATA_DIR: dataDir, SEED_FILE: join(disk.folder, 'seed'), ...settings };
  const start = (): ServerProcess => {
    const server = startServerProcess({ port, environment });
    cleanUps.push(() => server.stop());
    return server;
  };
  const server = start();
  await server.ready;
  const streamer = await registerStreamer(server.url);
  const overlay = openSteadyOverlay(server.url, streamer.widgetCode);
  cleanUps.push(() => overlay.close());
  return { disk, server, start, streamer, overlay, database: join(dataDir, 'postgres/socket') };
}

async function expectRefusalInWords(url: string, linkCode: string): Promise<void> {
  const { status, body } = await request(url, 'createDonation', {
    body: { linkCode, message: 'x'.repeat(240) },
  });
  expect(body).toMatchObject({ message: expect.stringMatching(/try again/), code: 'unavailable' });
  expect(status).toBe(503);
}

describe.skipIf(reason !== null)(`with a full disk${reason === null ? '' : ` (not here: ${reason})`}`, () => {
  test(
    'the server refuses in words, and goes on by itself once there is room, with nothing lost',
    async () => {
      const sandbox = await startMemorySandbox();
      const { disk, server, start, streamer, overlay, database } = await startOnSmallDisk({
        SOLANA_RPC_URL: sandbox.url,
        SOLANA_WS_URL: sandbox.wsUrl,
        SOLANA_REQUESTS_PER_10S: '1000000',
        SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
      });
      const paid = new Map<string, { id: string; lamports: bigint; payments: number }>();
      const donations: RouteReply<'createDonation'>[] = [];
      for (let count = 0; count < 12; count += 1) {
        const body = { linkCode: streamer.donationLink };
        donations.push(await call(server.url, 'createDonation', { body }));
      }
      async function pay(some: typeof donations): Promise<void> {
        for (const { id, walletAddress: address } of some) {
          await payFromFaucet(sandbox.url, address, 3_000_000);
          paid.set(address, { id, lamports: 3_000_000n, payments: 1 });
        }
      }
      await pay(donations.slice(0, 3));
      await disk.fill();
      // What the tables have in store is used up first.
      await until(() => expectRefusalInWords(server.url, streamer.donationLink), refusedWithinMs);
      await pay(donations.slice(3));
      let refusals = 0;
      await until(async () => {
        await expectRefusalInWords(server.url, streamer.donationLink);
        refusals += 1;
        expect(refusals).toBeGreaterThanOrEqual(20);
      }, refusedWithinMs);
      await sleep(2000);
      await disk.free();

      const superuser = socketConnectionString(database, 'postgres', 'postgres');
      const ours = socketConnectionString(database, 'brava', 'brava');
      const untilSettled = (): Promise<void> =>
        until(async () => {
          const [row] = await query(
            ours,
            `select count(*)::int as done from donations where status = 'TRANSFERRED'`,
          );
          expect(row).toEqual({ done: paid.size });
        }, settledWithinMs);
      await untilSettled();
      expect(donations.filter(({ id }) => !overlay.shown.has(id))).toEqual([]);

      // Without room for its log PostgreSQL must end: no acknowledged commit may be only in memory.
      const last = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
      await disk.fill();
      let endedWith: number | null | undefined;
      void server.exited.then(({ code }) => {
        endedWith = code;
      });
      await until(async () => {
        await query(superuser, 'select pg_switch_wal()').catch(() => undefined);
        await request(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } }).catch(
          () => undefined,
        );
        expect(endedWith).toBe(1);
      }, settledWithinMs);
      await pay([last]);
      await expect(start().ready).rejects.toThrow(/No space left on device/);
      await disk.free();
      await start().ready;
      await untilSettled();
      const { findings } = await auditBooks(ours, sandbox.url, paid);
      expect(findings).toEqual([]);
    },
    testMs,
  );

  test(
    'the sandbox chain on it comes back too, and money moves again',
    async () => {
      const sandboxPort = await freePort();
      const { disk, server, streamer } = await startOnSmallDisk({ SANDBOX_PORT: String(sandboxPort) });
      const donation = await call(server.url, 'createDonation', {
        body: { linkCode: streamer.donationLink },
      });
      await disk.fill();
      await until(() => expectRefusalInWords(server.url, streamer.donationLink), refusedWithinMs);
      await payFromFaucet(`http://127.0.0.1:${sandboxPort}`, donation.walletAddress, 3_000_000).catch(
        () => undefined,
      );
      await sleep(3000);
      await disk.free();
      await until(async () => {
        const another = await call(server.url, 'createDonation', {
          body: { linkCode: streamer.donationLink },
        });
        await call(server.url, 'sandboxPay', { body: { donationId: another.id } });
      }, settledWithinMs);
      const again = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
      await call(server.url, 'sandboxPay', { body: { donationId: again.id } });
      await until(async () => {
        const { status } = await call(server.url, 'donationStatus', { params: { id: again.id } });
        expect(status).toBe('TRANSFERRED');
      }, settledWithinMs);
    },
    testMs,
  );
});

async function startMemorySandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox({ slotMs: 50 });
  cleanUps.push(() => sandbox.stop());
  return sandbox;
}
