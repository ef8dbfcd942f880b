import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSolana, type Solana } from '#server/solana/create-solana.ts';
import { loadSeed } from '#server/solana/seed-file.ts';
import { createInstallation, runBrava, type Run } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { issueToken, type IssuedToken } from '#server/test/token-fixture.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let solana: Solana;
let usdc: string;
let wallet: string;
/** Known to the back-up as open; paid and passed on after it. */
let open: string;
/** Addresses that were given out after the back-up, and paid while the server is down. */
let later: string;
let frozen: string;
/** Of a streamer who came after the back-up, and of whom the chain shows nothing else. */
let strangers: string;
let strangersWallet: string;
let cold: IssuedToken;
let restored: Run;

const place = forFile(createInstallation);
beforeAll(async () => {
  const file = join(place.folder, 'brava.backup');
  const brava = await place.startServer();
  const { token, donationLink, user } = await registerStreamer(brava.url);
  wallet = user.walletAddress;
  usdc = (await call(brava.url, 'myTokens', { token })).data[0]?.mint ?? '';
  await call(brava.url, 'changeToken', { token, params: { mint: usdc }, body: { isOn: true } });
  const create = () => call(brava.url, 'createDonation', { body: { linkCode: donationLink, token: usdc } });
  open = (await create()).id;
  const backup = await place.run('backup', file);
  if (backup.code !== 0) throw new Error(backup.err);
  await call(brava.url, 'sandboxPay', { body: { donationId: open } });
  await untilPassedOn();
  later = (await create()).walletAddress;
  frozen = (await create()).walletAddress;
  await brava.stop();

  solana = await createSolana({
    rpc: { urls: [place.sandbox.url], limits: null },
    feed: { wsUrls: [] },
    words: await loadSeed({ seedFile: place.seedFile }),
  });
  const [{ epoch } = {}] = await place.query('select key_epoch as epoch from users');
  const pathOf = (index: number) => ({ user: 3, epoch: Number(epoch), index });
  strangers = await solana.vault.addressOf(pathOf(2));
  strangersWallet = await solana.vault.addressOf(pathOf(0));
  const { faucet } = await solana.openTokenFaucet();
  await faucet.pay(later, 7_000_000n);
  await faucet.pay(strangers, 2_000_000n);
  cold = await issueToken(place.sandbox.url, 2);
  await cold.give(frozen, 500n);
  await cold.freeze(frozen);
  await untilFinal(later, usdc, 7_000_000n);
  await untilFinal(strangers, usdc, 2_000_000n);
  await untilFinal(frozen, cold.mint, 500n);

  await place.loseDatabase();
  const environment = { ...place.environment(), TOKENS: `COLD:${cold.mint}:2` };
  restored = await runBrava(['restore', file, '--gap', '30', '--users', '3'], environment);
});

const untilPassedOn = () =>
  until(async () => {
    const swept = `select 1 from donations where id = '${open}' and swept_at is not null`;
    expect(await place.query(swept)).toHaveLength(1);
  }, 30_000);

const untilFinal = (owner: string, mint: string, units: bigint) =>
  until(async () => {
    const account = await solana.tokenChain.accountOf(owner, mint);
    expect((await solana.tokenChain.finalizedUnits([account])).get(account)).toBe(units);
  });

test('tokens that came after the back-up go to their streamer’s wallet, and what cannot be moved is named', async () => {
  expect(restored.code, restored.err).toBe(0);
  expect(restored.out).toContain(
    `Moved tokens from 2 addresses:\n  ${later}  7.00 tUSDC\n  ${strangers}  2.00 tUSDC\n`,
  );
  expect(restored.out).toContain(`Left on 1 address:\n  ${frozen}  5.00 COLD: the issuer of the token`);
  expect(await solana.tokenChain.walletUnits(wallet, [usdc, cold.mint])).toEqual([8_000_000n, 0n]);
  expect(await cold.unitsOf(frozen)).toBe(500n);
});

test('a streamer of whom nothing but tokens was left has an account with the wallet that they went to', async () => {
  expect(restored.out).toContain('Made 1 account for streamers of whom only tokens were left.');
  expect(await solana.tokenChain.walletUnits(strangersWallet, [usdc])).toEqual([2_000_000n]);
  const made = `select 1 from users where wallet_address = '${strangersWallet}' and username like 'recovered-%'`;
  expect(await place.query(made)).toHaveLength(1);
});

test('a donation in a token that was open in the back-up, and was passed on since, is paid and passed on', async () => {
  expect(restored.out).toContain('The chain knew more of 1 address than the back-up');
  const [donation] = await place.query(`select status, received_units from donations where id = '${open}'`);
  expect(donation).toEqual({ status: 'RECEIVED', received_units: '1000000' });
  const brava = await place.startServer();
  await untilPassedOn();
  const reconciled = await place.run('reconcile');
  expect(reconciled.code, reconciled.out).toBe(0);
  await brava.stop();
});
