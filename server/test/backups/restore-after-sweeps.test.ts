import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createInstallation, type Run } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, type TestStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let streamer: TestStreamer;
let restored: Run;
let tookMs: number;
/** What all donors together have paid. */
let paidLamports = 0n;

const addresses = new Map<string, string>();

async function donate(url: string, name: string): Promise<void> {
  const created = await call(url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  addresses.set(name, created.walletAddress);
}

async function fund(name: string, lamports: bigint): Promise<void> {
  await payFromFaucet(place.sandbox.url, addressOf(name), Number(lamports));
  paidLamports += lamports;
}

function addressOf(name: string): string {
  const address = addresses.get(name);
  if (address === undefined) throw new Error(`Nobody has begun the donation "${name}".`);
  return address;
}

/** Transfers of a donation that were signed, by their state. */
const transfersOf = async (name: string, state: string): Promise<string[]> =>
  (
    await place.query(
      `select signature from sweeps where address = '${addressOf(name)}' and state = '${state}' order by created_at`,
    )
  ).map((row) => String(row['signature']));

const waitsUnsigned = async (name: string) =>
  await place.query(`select 1 from sweep_jobs j join donations d on d.id = j.donation_id
    where d.address = '${addressOf(name)}' and not exists (select 1 from sweeps s where s.donation_id = d.id)`);

/** Has every transfer looked at as soon as the server gets to it. */
const retryAll = async (): Promise<unknown> => place.query('update sweep_jobs set next_attempt_at = now()');

async function allSwept(...names: string[]): Promise<void> {
  for (const name of names) {
    await until(async () => {
      await retryAll();
      expect(await transfersOf(name, 'landed')).toHaveLength(1);
    });
  }
}

/** Calls that tell what became of a transfer. */
const tellingCalls = ['getSignatureStatuses', 'getSignaturesForAddress', 'getTransaction'];

/**
 * Brings four donations to where their money waits, two of them with a transfer on its way: one that never lands, and one
 * that has landed, which nobody knows.
 */
async function payBusily(): Promise<{ neverLands: string | undefined }> {
  const { faults } = place.sandbox;
  faults.failNext('null-result', 100_000, ['getFeeForMessage']);
  for (const name of ['unsigned', 'refilled', 'unnoticed transfer', 'lost transfer']) {
    await fund(name, 10_000_000n);
    await until(async () => expect(await waitsUnsigned(name)).toHaveLength(1));
  }
  // A try that is under way says itself when it is due again, and a payment that becomes final has it tried at once.
  await until(async () => {
    await place.query(`update sweep_jobs set next_attempt_at = now() + interval '1 hour'`);
    expect(
      await place.query(`select 1 from sweep_jobs
        where lease_until is not null or next_attempt_at < now() + interval '50 minutes'
        union all select 1 from chain_entries where not finalized`),
    ).toEqual([]);
  });
  faults.clear();
  faults.failNext('null-result', 100_000, tellingCalls);
  await signTransferOf('unnoticed transfer');
  await until(async () => expect(await place.balanceOf(addressOf('unnoticed transfer'))).toBe(0n));
  faults.dropNextSends(100_000);
  await signTransferOf('lost transfer');
  return { neverLands: (await transfersOf('lost transfer', 'live'))[0] };
}

async function signTransferOf(name: string): Promise<void> {
  await place.query(`update sweep_jobs set next_attempt_at = now()
    where donation_id = (select id from donations where address = '${addressOf(name)}')`);
  await until(async () => expect(await transfersOf(name, 'live')).toHaveLength(1));
}

/** Only once a transfer can never land any more is another one signed in its place. */
async function outliveTransfer(signature: string | undefined): Promise<void> {
  const { faults } = place.sandbox;
  faults.clear();
  faults.dropNextSends(100_000);
  await until(async () => {
    await place.query(`update sweep_jobs set next_attempt_at = least(next_attempt_at, now())
      where donation_id in (select donation_id from sweeps where state = 'live')`);
    // Before anybody looks the next one may have expired, too.
    expect(await transfersOf('lost transfer', 'expired')).toContain(signature);
  });
  faults.clear();
}

/**
 * The back-up is made while money waits to be moved: by no transfer yet, by one that never lands, and by one of which
 * nobody knows that it has. After it all of that is moved, addresses that were emptied get more, one that was unpaid is
 * paid, and the database is lost.
 */
const place = forFile(createInstallation);
beforeAll(async () => {
  const file = join(place.folder, 'busy.backup');
  const brava = await place.startServer();
  streamer = await registerStreamer(brava.url);
  for (const name of [
    'unsigned',
    'refilled',
    'unnoticed transfer',
    'lost transfer',
    'unpaid',
    'paid while away',
  ]) {
    await donate(brava.url, name);
  }
  const { neverLands } = await payBusily();
  const backup = await place.run('backup', file);
  if (backup.code !== 0) throw new Error(backup.err);

  await outliveTransfer(neverLands);
  await fund('unpaid', 12_000_000n);
  await allSwept('lost transfer', 'unsigned', 'refilled', 'unnoticed transfer', 'unpaid');
  await brava.stop();
  await fund('refilled', 3_000_000n);
  await fund('unnoticed transfer', 2_000_000n);
  await fund('paid while away', 13_000_000n);

  await place.loseDatabase();
  const start = performance.now();
  restored = await place.run('restore', file, '--gap', '30', '--users', '2');
  tookMs = performance.now() - start;
});

describe('a back-up of which money has been passed on since', () => {
  test('is restored in seconds, and the chain tells its books what became of the money', () => {
    expect(restored.code, restored.out + restored.err).toBe(0);
    expect(tookMs).toBeLessThan(45_000);
    expect(restored.out).toContain('The chain knew more of 6 addresses than the back-up');
    expect(restored.out).toMatch(/moved 0\.0179\d+ SOL in 3 transfers\./);
    expect(restored.out).not.toContain('Left on');
  });

  test('leaves the books in order', async () => {
    const run = await place.run('reconcile');
    expect(run.out).toContain('Books and chain agree');
    expect(run.code, run.out + run.err).toBe(0);
  });

  test('a server then sweeps what was left; every lamport arrives once, less one fee for each transfer', async () => {
    await fund('unsigned', 4_000_000n);
    const brava = await place.startServer();
    await until(async () => {
      const fees = await place.query('select fee_lamports as fee from chain_entries where fee_lamports > 0');
      // One transfer for each of the six, and one for what came later to three of them.
      expect(fees).toHaveLength(9);
      const arrived = paidLamports - fees.reduce((sum, { fee }) => sum + BigInt(String(fee)), 0n);
      expect(await place.balanceOf(streamer.user.walletAddress)).toBe(arrived);
    }, 40_000);
    await until(async () => expect(await place.query('select 1 from sweep_jobs')).toEqual([]));
    await brava.stop();
    expect(await place.query('select address from donations where swept_at is null')).toEqual([]);
    for (const address of addresses.values()) expect(await place.balanceOf(address)).toBe(0n);
    expect(await place.run('reconcile')).toMatchObject({ code: 0 });
  });
});
