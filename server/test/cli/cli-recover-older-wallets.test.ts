import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeKeyMarks } from '#server/solana/key-epoch.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { loadSeed } from '#server/solana/seed-file.ts';
import { createInstallation, runProgram, type Installation } from '#server/test/cli-fixture.ts';
import { startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000 });

const reach = ['--gap', '30', '--users', '3'];
const paidLamports = 7_000_000n;

/**
 * The wallet is of epoch 0, and the books gave out addresses under epoch 1: one that they do not know was paid, and of
 * what was beside the seed nothing is left.
 */
async function createRestoredOnce() {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const first = join(place.folder, 'first.backup');
  const file = join(place.folder, 'second.backup');
  const run = async (...args: string[]): Promise<void> =>
    expect(await place.run(...args), args.join(' ')).toMatchObject({ code: 0 });
  const brava = await place.startServer();
  await registerStreamer(brava.url);
  await brava.stop();
  await run('backup', first);
  await run('restore', first, '--replace', '--yes', ...reach);
  await run('backup', file);
  const paid = await pay(place, 5);
  await rm(`${place.seedFile}.epochs`, { recursive: true });
  return { place, file, paid, run };
}

const openVault = async ({ seedFile }: Installation) => await createKeyVault(await loadSeed({ seedFile }));

/** Pays to an address of the streamer under epoch 1. */
async function pay(place: Installation, index: number): Promise<string> {
  const address = await (await openVault(place)).addressOf({ user: 1, epoch: 1, index });
  await payFromFaucet(place.sandbox.url, address, Number(paidLamports));
  await until(async () => expect(await place.balanceOf(address)).toBe(paidLamports));
  return address;
}

/** Whose donations the books hold, and whether they went to the wallet of their streamer. */
async function listOwned(place: Installation) {
  return await place.query(
    `select u.key_epoch, u.key_user, d.address, s.destination = u.wallet_address as "isHome"
     from users u left join donations d on d.user_id = u.id left join sweeps s on s.donation_id = d.id
     order by d.key_index`,
  );
}

const ofStreamer = { key_epoch: 0, key_user: 1, isHome: true };

/** Kills a command when it asks its node for this. */
async function runUntil(place: Installation, method: string, args: readonly string[]): Promise<void> {
  let isAsked = false;
  const node = await startFaultProxy(place.sandbox);
  onTestFinished(() => node.stop());
  node.begin({
    answer: async (exchange) => {
      if (exchange.method !== method) return { status: 200, body: await exchange.forward() };
      isAsked = true;
      return 'silence';
    },
  });
  const environment = { ...place.environment(), SOLANA_RPC_URL: node.rpcUrl };
  const { code } = await runProgram(['cli/brava.ts', ...args], environment, { killWhen: () => isAsked });
  expect(code).toBeNull();
}

test.each([
  ['a restore that was killed while it searched', 'getMultipleAccounts', 'restore'],
  ['a recovery that was killed while it read what came', 'getTransaction', 'recover'],
])('after %s, another recovery pays the wallets of the books', async (_, method, command) => {
  const { place, file, paid, run } = await createRestoredOnce();
  const args = command === 'restore' ? [command, file, '--replace', '--yes'] : [command];
  await runUntil(place, method, [...args, ...reach]);
  await runUntil(place, method, ['recover', ...reach]);
  await run('recover', ...reach);
  expect(await listOwned(place)).toEqual([{ ...ofStreamer, address: paid }]);
});

test('what came late, after a restore that got through, is paid to the wallets of the books as well', async () => {
  const { place, file, paid, run } = await createRestoredOnce();
  await run('restore', file, '--replace', '--yes', ...reach);
  const late = await pay(place, 7);
  await run('recover', ...reach);
  expect(await listOwned(place)).toEqual([
    { ...ofStreamer, address: paid },
    { ...ofStreamer, address: late },
  ]);
});

/** The wallet, what may have been given out, and the gap; of five more numbers the first hundred each. */
const perEpoch = (given: number): number => 1 + given + 30 + 500;

test('an epoch that was left long before the back-up is searched as far as was noted, unless books of an older version cannot tell', async () => {
  const { place, run } = await createRestoredOnce();
  const file = join(place.folder, 'third.backup');
  // Under epoch 1 the streamer got 400 donations, after few under epoch 0.
  await place.query('update key_counters set next_index = 401');
  await run('backup', file);
  await run('restore', file, '--replace', '--yes', '--no-search');
  const { fingerprint } = await openVault(place);
  for (const [epoch, nextIndex] of [5, 401].entries())
    await writeKeyMarks({ seedFile: place.seedFile, fingerprint }, epoch, [
      { user: 1, walletEpoch: 0, nextIndex },
    ]);
  const countLooked = async (): Promise<number> => {
    const { out } = await place.run('recover', '--dry-run', ...reach);
    return Number(/looked at ([\d,]+) addresses/.exec(out)?.[1]?.replace(',', ''));
  };
  expect(await countLooked()).toBe(perEpoch(4) + perEpoch(400) + perEpoch(400));
  await place.query('update installation set unsearched_from = null');
  expect(await countLooked()).toBe(3 * perEpoch(400));
});
