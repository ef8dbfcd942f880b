import { randomBytes, randomUUID } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import type { Brava } from '#server/composition/compose.ts';
import { createInstallation, runBrava } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let brava: Brava;
const place = forFile(createInstallation);
beforeAll(async () => {
  brava = await place.startServer();
});

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

async function createDonation(token?: string) {
  const streamer = await registerStreamer(brava.url);
  if (token !== undefined)
    await call(brava.url, 'changeToken', {
      token: streamer.token,
      params: { mint: token },
      body: { isOn: true, minAmount: '2' },
    });
  const { donationLink: linkCode, user, username } = streamer;
  const body = {
    linkCode,
    donatorName: 'Somebody Private',
    message: 'of no concern',
    ...(token && { token }),
  };
  const { id, walletAddress } = await call(brava.url, 'createDonation', { body });
  return { id, address: walletAddress, wallet: user.walletAddress, linkCode, username };
}

const pay = (donationId: string, amount: object) =>
  call(brava.url, 'sandboxPay', { body: { donationId, ...amount } });

async function one(sql: string): Promise<Record<string, unknown>> {
  const [row] = await place.query(sql);
  return row ?? {};
}

/** Until the books have the transfer for final and nothing is left to do. */
async function untilSwept(id: string): Promise<string> {
  await until(async () =>
    expect(
      await place.query(`select 1 from donations where id = '${id}' and swept_at is not null
        and not exists (select from sweep_jobs where donation_id = '${id}')
        and not exists (select from token_sweep_jobs where donation_id = '${id}')`),
    ).toHaveLength(1),
  );
  const { signature } = await one(`select transfer_signature as signature from donations where id = '${id}'`);
  return String(signature);
}

/** As if it had been made an hour ago. */
async function endTime(id: string): Promise<void> {
  await place.query(`update donations set created_at = now() - interval '1 hour',
    expires_at = now() - interval '50 minutes' where id = '${id}'`);
}

async function untilFinal(address: string, lamports: bigint): Promise<void> {
  await until(async () => expect(await place.balanceOf(address)).toBe(lamports));
}

describe('beside a running server, trace', () => {
  test('tells the whole way of a donation by whatever the donor can name', async () => {
    const { id, address, wallet, linkCode, username } = await createDonation();
    await pay(id, { amount: 0.01 });
    const transfer = await untilSwept(id);
    const paid = `select signature from chain_entries where address = '${address}' and lamports > 0`;
    const payment = String((await one(paid))['signature']);
    const run = await place.run('trace', id);
    expect(run.code, run.out + run.err).toBe(0);
    const lines = [
      `Donation ${id} to ${username}`,
      String.raw`  asked for   0\.002 SOL \(the minimum\), until ${time}`,
      '  status      RECEIVED',
      '  on stream   it waits for an overlay .*',
      String.raw`  page        http://\S+/donate/${linkCode}/${id}`,
      `  address     ${address}`,
      'What happened:',
      `  ${time}  payment of 0.01 SOL  ${payment}; final; on the chain: final`,
      `  ${time}  0.009995 SOL passed on to the wallet of ${username} .${wallet}., fee 0.000005 SOL  ${transfer}; final; on the chain: final`,
      'Where the money is:',
      `  came 0.01 SOL = 0.009995 SOL to the wallet of ${username} .${wallet}. . 0.000005 SOL network fees . 0 SOL still there, by the books; the chain has 0 SOL there, final.`,
      '→ All of it is with the streamer. On stream: it waits for an overlay .*',
    ];
    for (const line of lines) expect(run.out).toMatch(new RegExp(`^${line}$`, 'm'));
    expect(run.out).not.toMatch(/Somebody Private|of no concern/);
    for (const clue of [address, `https://explorer.solana.com/tx/${transfer}?cluster=devnet`])
      expect(await place.run('trace', clue), clue).toEqual(run);
  });

  test('says what is missing, and where it went when its time was over', async () => {
    const { id, address } = await createDonation();
    await pay(id, { amount: 0.0015 });
    await untilFinal(address, 1_500_000n);
    await until(async () =>
      expect(await one(`select finalized from chain_entries where address = '${address}'`)).toEqual({
        finalized: true,
      }),
    );
    const open = await place.run('trace', id);
    expect(open.code, open.out).toBe(0);
    expect(open.out).toMatch(new RegExp(`^→ It is too little: 0.0005 SOL are missing until ${time}, `, 'm'));
    expect(open.out).toContain('  on stream   no alert of its own, because it is not paid\n');
    await endTime(id);
    await place.query(`update watches set next_read_at = now() where donation_id = '${id}'`);
    await untilSwept(id);
    const over = await place.run('trace', id);
    expect(over).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}status +EXPIRED$/m) });
    expect(over.out).toMatch(/expired unpaid\n/);
    expect(over.out).toContain(
      '→ All of it is with the streamer. It was less than the minimum, so it has no alert of its own.',
    );
  });

  test('asks for the signature where nothing came, and names tokens apart', async () => {
    const mint = (await call(brava.url, 'myTokens', await registerStreamer(brava.url))).data[0]?.mint ?? '';
    const unpaid = await createDonation();
    expect(await place.run('trace', unpaid.id)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /came 0 SOL = 0 SOL still there, .*\n→ No payment has come to this address\. Ask/,
      ),
    });
    const { id, username, wallet } = await createDonation(mint);
    await pay(id, { tokenAmount: '3' });
    const transfer = await untilSwept(id);
    const { account } = await one(`select token_account as account from donations where id = '${id}'`);
    const run = await place.run('trace', String(account));
    expect(run.code, run.out).toBe(0);
    expect(run.out).toMatch(/^ {2}asked for {3}2\.00 \w+ \(the minimum\), until/m);
    expect(run.out).toMatch(
      new RegExp(
        `3.00 \\w+ passed on to the wallet of ${username} .*, fee \\S+ SOL paid by \\w+  ${transfer}; final`,
      ),
    );
    expect(run.out).toMatch(
      new RegExp(
        `^  came 3.00 \\w+ = 3.00 \\w+ to the wallet of ${username} .${wallet}. . 0.00 \\w+ still there`,
        'm',
      ),
    );
    expect(run.out).not.toContain('came 0 SOL');
  });

  test('says of what is not ours that it is not, and of money that went past donations where it is', async () => {
    const { wallet, username } = await createDonation();
    const stranger = freshAddress();
    const foreign = await payFromFaucet(place.sandbox.url, stranger, 5_000_000);
    await untilFinal(stranger, 5_000_000n);
    const nothing = [
      [randomUUID(), 'There is no donation'],
      [freshAddress(), 'is no address of this installation: nothing of it is ours'],
      [getBase58Decoder().decode(randomBytes(64)), 'Neither the books nor the nodes know'],
      [foreign, 'named no address of this installation'],
    ] as const;
    const runs = await Promise.all(nothing.map(([clue]) => place.run('trace', clue)));
    for (const [index, [, words]] of nothing.entries())
      expect(runs[index]).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) });
    const past = await payFromFaucet(place.sandbox.url, wallet, 7_000_000);
    await untilFinal(wallet, 7_000_000n);
    expect(await place.run('trace', past)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `  0.007 SOL at the wallet of ${username} (${wallet})\n→ It went past every`,
      ),
    });
    expect(await place.run('trace', wallet)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${wallet} is the wallet of ${username}, and of no donation`),
    });
  });

  test('tells the books alone where the chain cannot be asked, and that nobody can say more', async () => {
    const { id } = await createDonation();
    const other = await startSandbox({ slotMs: 20, finalizedLag: 6 });
    onTestFinished(() => other.stop());
    const unknown = getBase58Decoder().decode(randomBytes(64));
    for (const [SOLANA_RPC_URL, why] of [
      ['http://127.0.0.1:9/secretkey', ''],
      [other.url, 'another Solana network'],
    ] as const) {
      const environment = { ...place.environment(), SOLANA_RPC_URL };
      const run = await runBrava(['trace', id], environment);
      expect(run.code, run.err).toBe(1);
      expect(run.out).toMatch(
        /by the books; the chain was not asked\.\n→ Nothing is known of the chain now \(/,
      );
      expect(run.out).toContain(why);
      const nobody = await runBrava(['trace', unknown], environment);
      expect(nobody).toMatchObject({ code: 1, out: '', err: expect.stringContaining('nobody can say yet') });
      expect(run.out + nobody.err).not.toContain('secretkey');
    }
  });

  test('is told what it takes where something else is typed', async () => {
    const mistyped = [[], ['a', 'b'], ['alice'], ['https://brava.example/donate/AbCdEfGhJk']];
    for (const run of await Promise.all(mistyped.map((args) => runBrava(['trace', ...args], {})))) {
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/See --help\.\n$/) });
    }
  });
});

test('without a server, trace finds what came late and is in no books, and rescan brings it there', async () => {
  const { id, address } = await createDonation();
  await brava.stop();
  onTestFinished(async () => void (brava = await place.startServer()));
  await endTime(id);
  const payment = await payFromFaucet(place.sandbox.url, address, 20_000_000);
  await untilFinal(address, 20_000_000n);
  for (const clue of [id, payment]) {
    const run = await place.run('trace', clue);
    expect(run.code, run.out + run.err).toBe(1);
    expect(run.out).toContain(`payment of 0.02 SOL  ${payment}; NOT IN THE BOOKS; on the chain: final\n`);
    expect(run.out).toMatch(
      new RegExp(`^→ The books lack .*: npm run brava -- rescan --address ${address}$`, 'm'),
    );
  }
  expect(await place.run('rescan', '--address', address)).toMatchObject({ code: 0 });
  const told = await place.run('trace', payment);
  expect(told.code, told.out + told.err).toBe(0);
  expect(told.out).toMatch(/^ {2}status +RECEIVED, late$/m);
  expect(told.out).toMatch(/^ {2}\S+Z {2}counts as paid, after its time$/m);
  expect(told.out).toMatch(/^→ It waits: about to be moved\. /m);
});
