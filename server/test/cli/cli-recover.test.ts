import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import { createKeyVault, type SigningVault } from '#server/solana/key-vault.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { createSolana } from '#server/solana/create-solana.ts';
import { createInstallation, runBrava, runProgram } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { until } from '#server/test/test-client.ts';
import { issueToken } from '#server/test/token-fixture.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 300_000 });

let vault: SigningVault;
const place = forFile(createInstallation);
beforeAll(async () => {
  const { words } = await loadOrCreateSeed({ seedFile: place.seedFile });
  vault = await createKeyVault(words);
});

const pathOf = (epoch: number, user: number, index: number): KeyPath => ({ user, epoch, index });

async function fund(path: KeyPath, lamports: bigint): Promise<{ address: string; lamports: bigint }> {
  const address = await vault.addressOf(path);
  await payFromFaucet(place.sandbox.url, address, Number(lamports));
  return { address, lamports };
}

const openChainAt = async (url: string) =>
  await createSolana({
    rpc: { urls: [url], limits: null },
    feed: { wsUrls: [] },
    words: (await loadOrCreateSeed({ seedFile: place.seedFile })).words,
  });

/** Two databases have used this seed, both counting streamers from 1. Here and there an address is empty. */
async function fundInstallation() {
  const paths = [0, 1].flatMap((epoch) =>
    [1, 2, 3].flatMap((user) => Array.from({ length: 30 }, (_, n) => pathOf(epoch, user, 1 + n * 3))),
  );
  const deposits = await Promise.all(paths.map((path, n) => fund(path, 2_000_000n + BigInt(n) * 1_000n)));
  // The owner of this one has nothing else, so nobody can pay for moving it; the other one's owner can.
  const trapped = await fund(pathOf(1, 5, 2), 891_000n);
  const helped = await fund(pathOf(0, 2, 120), 892_000n);
  return { paths, deposits, trapped, helped };
}

describe('with the database lost and nothing left but the seed', () => {
  test('every address with money is found, all of it that can move reaches its owner, the rest is named', async () => {
    const { deposits, trapped, helped, paths } = await fundInstallation();
    const dry = await place.run('recover', '--dry-run', '--gap', '60', '--users', '5');
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.out).toContain(`Found ${deposits.length + 2} addresses`);
    expect(dry.out).toContain('No money was moved');
    expect(dry.out).toContain('Tokens were not looked for');
    expect(await place.query('select * from users')).toEqual([]);

    const run = await place.run('recover', '--gap', '60', '--users', '5');
    expect(run).toMatchObject({ code: 0 });
    expect(run.out).toContain(`Found ${deposits.length + 2} addresses`);
    expect(run.out).toMatch(new RegExp(`Left on 1 address:\n  ${trapped.address}  too little`));
    for (const { address } of [...deposits, helped]) expect(await place.balanceOf(address)).toBe(0n);
    expect(await place.balanceOf(trapped.address)).toBe(trapped.lamports);

    const [moved] = await place.query(
      `select sum(lamports + case when fee_payer = address then fee_lamports else 0 end)::text as sum from sweeps where state = 'landed'`,
    );
    for (const [epoch, user] of [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [1, 2],
      [1, 3],
    ] as const) {
      const came = deposits.filter((_, n) => paths[n]?.epoch === epoch && paths[n]?.user === user);
      const sum = came.reduce((total, { lamports }) => total + lamports, 0n);
      const wallet = await place.balanceOf(await vault.addressOf(pathOf(epoch, user, 0)));
      expect(wallet).toBeGreaterThan(sum - 200_000n);
      expect(wallet).toBeLessThan(sum + helped.lamports);
    }
    const all = [...deposits, helped].reduce((total, { lamports }) => total + lamports, 0n);
    expect(BigInt(moved?.['sum'])).toBe(all);
  });

  test('the books then agree with the chain, and name what cannot be moved', async () => {
    const { code, out } = await place.run('reconcile');
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/recovered-1-5 {2}0.000891 SOL {2}payer trap/);
    expect(out).toContain('Books and chain agree');
  });

  test('running it again finds only what is left, and moves nothing twice', async () => {
    const before = await place.query('select count(*)::int as n from sweeps');
    const again = await place.run('recover', '--gap', '60', '--users', '5');
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toContain('Moved 0 SOL in 0 transfers');
    expect(await place.query('select count(*)::int as n from sweeps')).toEqual(before);
  });

  test('a server goes on from there with addresses that were never used, and new streamers', async () => {
    const brava = await place.startServer();
    const reply = await fetch(`${brava.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'newcomer', password: 'correct horse' }),
    });
    expect(reply.ok).toBe(true);
    const { donationLink: linkCode } = (await reply.json()) as RouteReply<'register'>;
    const begun = await fetch(`${brava.url}/api/donations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ linkCode, donatorName: 'Half', message: '' }),
    });
    const { walletAddress: address } = (await begun.json()) as RouteReply<'createDonation'>;
    const [user] = await place.query(`select key_epoch, key_user from users where username = 'newcomer'`);
    expect(user?.['key_epoch']).toBeGreaterThan(1);
    expect(user?.['key_user']).toBeGreaterThan(5);
    const refused = await place.run('recover');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/Brava is running on this database.*Stop it first/);
    await brava.stop();
    await payFromFaucet(place.sandbox.url, address, 1_000_000);
    const afterHalf = await place.run('recover', '--gap', '60', '--users', '7');
    expect(afterHalf).toMatchObject({ code: 0 });
    expect(afterHalf.out).toContain('1 open donation received 0.001 SOL so far: once the server runs');
    expect(await place.balanceOf(address)).toBe(1_000_000n);
  });
});

describe('a recovery that is killed again and again', () => {
  test('goes on where it was: every wallet gets its money once, less one fee for each address', async () => {
    const other = await createInstallation();
    const users = [1, 2, 3, 4];
    const deposits = users.flatMap((user) =>
      Array.from({ length: 30 }, (_, n) => ({
        path: pathOf(0, user, 1 + n * 2),
        lamports: 2_000_000n + BigInt(n),
      })),
    );
    await Promise.all(
      deposits.map(async ({ path, lamports }) =>
        payFromFaucet(other.sandbox.url, await vault.addressOf(path), Number(lamports)),
      ),
    );
    const environment = { ...other.environment(), SEED_FILE: place.seedFile };
    const recover = ['cli/brava.ts', 'recover', '--gap', '40', '--users', '5'] as const;
    const called = (method: string): number => other.sandbox.calls[method] ?? 0;
    const points = [
      () => called('getTransaction') >= 40,
      () => called('sendTransaction') >= 1,
      () => called('sendTransaction') >= 60,
    ];
    for (const killWhen of points) {
      const killed = await runProgram(recover, environment, { killWhen });
      expect(killed).toMatchObject({ code: null });
    }
    expect(await runProgram(recover, environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is left on any address that was looked at.'),
    });
    for (const user of users) {
      const came = deposits.filter(({ path }) => path.user === user);
      const sum = came.reduce((total, { lamports }) => total + lamports, 0n);
      const wallet = await vault.addressOf(pathOf(0, user, 0));
      // What expired before it landed offers more the next time.
      const [fees] = await other.query(
        `select sum(fee_lamports)::text as sum from sweeps where state = 'landed' and destination = '${wallet}'`,
      );
      expect(await other.balanceOf(wallet)).toBe(sum - BigInt(fees?.['sum']));
    }
    const [landed] = await other.query(`select count(*)::int as n from sweeps where state = 'landed'`);
    expect(landed).toEqual({ n: deposits.length });
    await other.stop();
  });
});

describe('money that was sent on another cluster', () => {
  test('is moved there to its owner, and the database is not touched', async () => {
    const elsewhere = await createInstallation();
    const deposit = await vault.addressOf(pathOf(0, 2, 9));
    await payFromFaucet(elsewhere.sandbox.url, deposit, 5_000_000);
    const before = await place.query('select count(*)::int as n from donations');
    const run = await place.run('recover', '--rpc', elsewhere.sandbox.url, '--gap', '50', '--users', '5');
    expect(run).toMatchObject({ code: 0 });
    expect(await elsewhere.balanceOf(deposit)).toBe(0n);
    expect(await elsewhere.balanceOf(await vault.addressOf(pathOf(0, 2, 0)))).toBeGreaterThan(4_980_000n);
    expect(await place.query('select count(*)::int as n from donations')).toEqual(before);
    expect(run.out).toContain('Tokens were not looked for');
    await elsewhere.stop();
  });

  test('is found there in tokens as well, once their mints on that cluster are named', async () => {
    const elsewhere = await createInstallation();
    const { mint, give, unitsOf } = await issueToken(elsewhere.sandbox.url, 6);
    const [deposit, owner] = await Promise.all([9, 0].map((index) => vault.addressOf(pathOf(0, 2, index))));
    if (deposit === undefined || owner === undefined) throw new Error('There are two.');
    await give(deposit, 7n);
    const { tokenChain, faucet } = await openChainAt(elsewhere.sandbox.url);
    const account = await tokenChain.accountOf(deposit, mint);
    await until(async () => expect((await tokenChain.finalizedUnits([account])).get(account)).toBe(7n));
    const command = ['recover', '--rpc', elsewhere.sandbox.url, '--gap', '50', '--users', '5'];
    const environment = { ...place.environment(), TOKENS: `USDC:${mint}:6` };
    const poor = await runBrava(command, environment);
    const { feePayer } = tokenChain;
    expect(poor.out).toMatch(new RegExp(`0\\.000007 USDC: send SOL to ${feePayer}.* recover --rpc URL\n`));
    await faucet.pay(feePayer, 1_000_000_000n);
    const run = await runBrava(command, environment);
    expect(run, run.err).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is left') });
    expect([await unitsOf(deposit), await unitsOf(owner)]).toEqual([0n, 7n]);
    await elsewhere.stop();
  });

  test('is not looked for on the installation’s own, where the books must know of every transfer', async () => {
    const deposit = await fund(pathOf(1, 2, 300), 5_000_000n);
    const run = await place.run('recover', '--rpc', `${place.sandbox.url}/`, '--gap', '5', '--users', '2');
    expect(run).toMatchObject({
      code: 1,
      err: expect.stringMatching(/same Solana network.*Nothing was moved/),
    });
    expect(await place.balanceOf(deposit.address)).toBe(5_000_000n);
  });
});
