import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { openSession } from '#server/test/database-address.ts';
import { lamportsOn, payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

/** So often dust is sent: something is always not final then. */
const slotMs = 50;
// All of the file's donations may come within a minute.
const server = forFile(() =>
  startTestServer({ environment: { LIMIT_CREATE_DONATION: 'address=1000/1m,all=1000/1m' } }),
);
const db = forFile(() => openSession(server.connectionString));

const balanceOf = (address: string) => lamportsOn(server.sandbox.url, address);

async function createDonation(linkCode: string) {
  return await call(server.url, 'createDonation', { body: { linkCode } });
}

const pay = (donationId: string, amount: number) =>
  call(server.url, 'sandboxPay', { body: { donationId, amount } });
const statusOf = async (id: string) => await call(server.url, 'donationStatus', { params: { id } });

/** In = swept + fees + still there, by the books and by the chain. */
async function expectBalancedBooks(address: string): Promise<void> {
  const { rows } = await db.query<{ sum: string }>(
    'select coalesce(sum(lamports), 0)::text as sum from chain_entries where address = $1 and not dropped',
    [address],
  );
  expect(Number(rows[0]?.sum)).toBe(await balanceOf(address));
}

async function sweepsOf(
  address: string,
): Promise<{ state: string; destination: string; fee_payer: string }[]> {
  const { rows } = await db.query('select * from sweeps where address = $1 order by created_at', [address]);
  return rows;
}

describe('money on a deposit address', () => {
  test('that comes again after it was passed on is counted and passed on too, without a second alert', async () => {
    const streamer = await registerStreamer(server.url);
    const { id, walletAddress } = await createDonation(streamer.donationLink);
    await pay(id, 0.002);
    await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(1_995_000));
    await pay(id, 0.003);
    await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(1_995_000 + 2_995_000));
    expect((await statusOf(id)).amount).toBe(0.005);
    const { rows } = await db.query('select count(*)::int as count from alerts where donation_id = $1', [id]);
    expect(rows).toEqual([{ count: 1 }]);
    await until(() => expectBalancedBooks(walletAddress));
  });

  test('that comes as dust while a sweep is on its way makes that sweep fail, and all of it goes with the next', async () => {
    const streamer = await registerStreamer(server.url);
    const { id, walletAddress } = await createDonation(streamer.donationLink);
    await pay(id, 0.01);
    // Nothing is swept before it is final, and the faucet sends, too.
    server.sandbox.faults.dropNextSends(1);
    await until(async () =>
      expect((await sweepsOf(walletAddress)).map(({ state }) => state)).toEqual(['live']),
    );
    await pay(id, 0.000000001);
    await until(async () => expect(await balanceOf(walletAddress)).toBe(0));
    await until(async () =>
      expect((await sweepsOf(walletAddress)).map(({ state }) => state)).toEqual(['failed', 'landed']),
    );
    expect(await balanceOf(streamer.user.walletAddress)).toBe(10_000_001 - 2 * 5000);
    await until(() => expectBalancedBooks(walletAddress));
  });

  test('goes on although somebody sends dust all the time, and all that stayed follows once that ends', async () => {
    const streamer = await registerStreamer(server.url);
    const { id, walletAddress } = await createDonation(streamer.donationLink);
    await pay(id, 0.01);
    // The chain opens no address for dust alone.
    await until(async () => expect((await statusOf(id)).status).toBe('RECEIVED'));
    let sent = 0;
    const ending = new AbortController();
    const sendDust = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        sent += 1;
        await Promise.all([1, 0].map((each) => payFromFaucet(server.sandbox.url, walletAddress, each)));
        await sleep(slotMs);
      }
    };
    const sending = sendDust();
    onTestFinished(() => ending.abort());
    // As if it had come three minutes ago.
    await until(async () => {
      const { rowCount } = await db.query(
        `update chain_entries set block_time = block_time - interval '3 minutes'
         where address = $1 and finalized and lamports = 10000000`,
        [walletAddress],
      );
      expect(rowCount).toBe(1);
    });
    await until(async () =>
      expect((await sweepsOf(walletAddress)).map(({ state }) => state)).toEqual(['landed']),
    );
    const leftOut = 890_880 + 2 * 5000;
    const passedOn = await balanceOf(streamer.user.walletAddress);
    expect(passedOn).toBeGreaterThanOrEqual(10_000_000 - leftOut);
    expect(passedOn).toBeLessThan(10_000_000 + sent - leftOut);
    ending.abort();
    await sending;
    await until(async () => expect(await balanceOf(walletAddress)).toBe(0));
    await until(async () =>
      expect((await sweepsOf(walletAddress)).map(({ state }) => state)).toEqual(['landed', 'landed']),
    );
    const { rows } = await db.query('select from chain_entries where address = $1 and lamports = 0', [
      walletAddress,
    ]);
    expect(rows).not.toEqual([]);
    expect(await balanceOf(streamer.user.walletAddress)).toBe(10_000_000 + sent - 2 * 5000);
    await until(() => expectBalancedBooks(walletAddress));
  });

  test('that cannot pay for its own transfer waits, named, and goes at the expense of the streamer’s wallet', async () => {
    const streamer = await registerStreamer(server.url);
    const trapped = await createDonation(streamer.donationLink);
    await pay(trapped.id, 0.000892);
    await until(async () => expect((await statusOf(trapped.id)).amount).toBe(0.000892));
    server.passTime(661_000);
    await until(async () => {
      const { rows } = await db.query('select last_error from sweep_jobs where donation_id = $1', [
        trapped.id,
      ]);
      expect(rows).toEqual([{ last_error: 'too_small: 892000 lamports' }]);
    });
    const other = await createDonation(streamer.donationLink);
    await pay(other.id, 0.01);
    await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(9_995_000));
    await until(async () => {
      // A try that began before the wallet could pay puts the next one off once more.
      await db.query('update sweep_jobs set next_attempt_at = now() where donation_id = $1', [trapped.id]);
      expect(await balanceOf(trapped.walletAddress)).toBe(0);
    });
    // Two keys sign, and the network takes 5,000 lamports for each.
    expect(await balanceOf(streamer.user.walletAddress)).toBe(9_995_000 + 892_000 - 2 * 5000);
    expect(await sweepsOf(trapped.walletAddress)).toMatchObject([{ fee_payer: streamer.user.walletAddress }]);
    await until(() => expectBalancedBooks(trapped.walletAddress));
  });

  test('goes to the payout address that the streamer set, and to none that the database was made to hold', async () => {
    const streamer = await registerStreamer(server.url);
    const payout = (await registerStreamer(server.url)).user.walletAddress;
    await call(server.url, 'changeAccount', { token: streamer.token, body: { payoutAddress: payout } });
    const first = await createDonation(streamer.donationLink);
    await pay(first.id, 0.002);
    await until(async () => expect(await balanceOf(payout)).toBe(1_995_000));
    expect(await balanceOf(streamer.user.walletAddress)).toBe(0);

    const victim = await registerStreamer(server.url);
    const thief = (await registerStreamer(server.url)).user.walletAddress;
    await db.query('update users set wallet_address = $1 || wallet_address where wallet_address = $2', [
      'x',
      thief,
    ]);
    await db.query('update users set wallet_address = $1 where id = $2', [thief, victim.user.id]);
    const second = await createDonation(victim.donationLink);
    await pay(second.id, 0.002);
    await until(async () => {
      const { rows } = await db.query('select last_error from sweep_jobs where donation_id = $1', [
        second.id,
      ]);
      expect(rows[0]?.last_error).toContain(`The key of ${thief} is not in this seed`);
    });
    expect([await balanceOf(second.walletAddress), await balanceOf(thief)]).toEqual([2_000_000, 0]);
  });

  test('is marked as shown while its sweep is being stored, and neither waits for the other', async () => {
    const streamer = await registerStreamer(server.url);
    const donations = await Promise.all(
      Array.from({ length: 10 }, () => createDonation(streamer.donationLink)),
    );
    await Promise.all(donations.map(({ id }) => pay(id, 0.002)));
    const mark = async (id: string) => {
      const marked = () => request(server.url, 'markShown', { params: { id }, token: streamer.token });
      await until(async () => expect((await marked()).status).toBe(200));
      for (let again = 0; again < 20; again++) expect((await marked()).status).toBe(200);
    };
    await Promise.all(donations.map(({ id }) => mark(id)));
    await until(async () => {
      expect(await balanceOf(streamer.user.walletAddress)).toBe(10 * 1_995_000);
    }, 25_000);
    const { rows } = await db.query(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  test('never goes where it would be lost: programs, the chain’s own accounts and donations are no wallets', async () => {
    const streamer = await registerStreamer(server.url);
    const donation = await createDonation(streamer.donationLink);
    const set = (payoutAddress: string) =>
      request(server.url, 'changeAccount', { token: streamer.token, body: { payoutAddress } });
    for (const address of [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'SysvarRent111111111111111111111111111111111',
      '11111111111111111111111111111111',
      'nonsense',
    ]) {
      expect(await set(address), address).toMatchObject({
        status: 400,
        body: { code: 'address_not_payable' },
      });
    }
    expect(await set(donation.walletAddress)).toMatchObject({
      status: 400,
      body: { code: 'address_of_donation' },
    });
  });

  test('is not moved, and costs nothing, while the chain would refuse the transfer', async () => {
    const streamer = await registerStreamer(server.url);
    await db.query('update users set payout_address = $1 where id = $2', [
      'SysvarRent111111111111111111111111111111111',
      streamer.user.id,
    ]);
    const { id, walletAddress } = await createDonation(streamer.donationLink);
    await pay(id, 0.002);
    await until(async () => {
      const { rows } = await db.query('select last_error from sweep_jobs where donation_id = $1', [id]);
      expect(rows).toEqual([{ last_error: 'would_fail: 2000000 lamports' }]);
    });
    expect(await balanceOf(walletAddress)).toBe(2_000_000);
  });

  test('of an amount that the chain does not open an address for is refused in words', async () => {
    const streamer = await registerStreamer(server.url);
    const { id } = await createDonation(streamer.donationLink);
    const refused = await request(server.url, 'sandboxPay', { body: { donationId: id, amount: 0.0005 } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'amount_not_payable' } });
  });

  test('is passed on once while two servers race for it', async () => {
    const other = await startBrava(
      readConfig({
        PORT: String(await freePort()),
        SEED_FILE: server.seedFile,
        DATABASE_URL: server.connectionString,
        LOG_LEVEL: 'error',
      }),
      server.around(),
      server.logger,
    );
    const streamer = await registerStreamer(server.url);
    const donations = await Promise.all(
      Array.from({ length: 12 }, () => createDonation(streamer.donationLink)),
    );
    await Promise.all(donations.map(({ id }) => pay(id, 0.002)));
    await until(async () => {
      expect(await balanceOf(streamer.user.walletAddress)).toBe(12 * 1_995_000);
    }, 25_000);
    for (const { walletAddress } of donations) {
      const states = async () => (await sweepsOf(walletAddress)).map(({ state }) => state);
      await until(async () => expect((await states()).filter((state) => state === 'landed')).toHaveLength(1));
      await until(() => expectBalancedBooks(walletAddress));
    }
    await other.stop();
  });
});
