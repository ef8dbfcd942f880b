import { pino } from 'pino';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { createSweepChain } from '#server/solana/sweep-chain.ts';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let url: string;
const lines: string[] = [];
const place = forFile(createInstallation);
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  ({ url } = await place.startServer(logger));
});

/** A donation whose money waits: its payout address takes none. */
async function waitingDonation() {
  const streamer = await registerStreamer(url);
  await place.query(`update users set payout_address = 'SysvarRent111111111111111111111111111111111'
    where id = '${streamer.user.id}'`);
  const { id, walletAddress } = await call(url, 'createDonation', {
    body: { linkCode: streamer.donationLink },
  });
  await call(url, 'sandboxPay', { body: { donationId: id, amount: 0.002 } });
  const refused = `select 1 from sweep_jobs where donation_id = '${id}' and last_error like 'would_fail%'`;
  await until(async () => expect(await place.query(refused)).toHaveLength(1), 20_000);
  return { id, address: walletAddress, wallet: streamer.user.walletAddress, token: streamer.token };
}

/** What whoever has the seed can do behind the books' back: everything on an address goes to another one. */
async function moveAway({ id, address }: { id: string; address: string }, destination: string) {
  const vault = await createKeyVault((await loadOrCreateSeed({ seedFile: place.seedFile })).words);
  const chain = createSweepChain(createRpcClient({ urls: [place.sandbox.url], limits: null }), vault);
  const [row] = await place.query(`select key_user, key_epoch, key_index from donations where id = '${id}'`);
  const path = { user: row?.['key_user'], epoch: row?.['key_epoch'], index: row?.['key_index'] };
  const from = { path, address };
  const signed = await chain.sign({ from, owner: from, destination, lamports: 2_000_000n, expired: 0 });
  if ('refused' in signed) throw new Error(`The transfer was refused: ${signed.refused}`);
  await chain.send(signed.raw);
  const final = `select 1 from chain_entries where signature = '${signed.signature}' and finalized`;
  await until(async () => expect(await place.query(final)).toHaveLength(1), 20_000);
  await place.query(`insert into sweep_jobs (donation_id) values ('${id}')
    on conflict (donation_id) do update set next_attempt_at = now()`);
  await until(async () => {
    expect(await place.query(`select 1 from sweep_jobs where donation_id = '${id}'`)).toEqual([]);
  }, 20_000);
  return signed.signature;
}

/** What the log tells of money that was taken from a donation. */
const takenFrom = (id: string) =>
  lines.filter((line) => line.includes(id) && line.includes('no address of its streamer'));

const transferOf = async (id: string) =>
  (
    await place.query(
      `select swept_at is not null as swept, transfer_signature from donations where id = '${id}'`,
    )
  )[0];

describe('money that went by a transfer which is in no books', () => {
  test('to its streamer’s wallet has been passed on, also when another payout address is set', async () => {
    const donation = await waitingDonation();
    const signature = await moveAway(donation, donation.wallet);
    expect(await transferOf(donation.id)).toEqual({ swept: true, transfer_signature: signature });
    const run = await place.run('reconcile');
    expect(run.code, run.out + run.err).toBe(0);
    expect(run.out).toContain('Books and chain agree');
    expect(takenFrom(donation.id)).toEqual([]);
  });

  test('elsewhere is told to the log, named with its transaction, and never stated as passed on', async () => {
    const donation = await waitingDonation();
    const signature = await moveAway(donation, freshAddress());
    const run = await place.run('reconcile');
    expect(run.code, run.err).toBe(1);
    expect(run.out).toMatch(
      new RegExp(`1 address differs:\\n  ${donation.address} .*money went elsewhere by ${signature}`),
    );
    expect(await transferOf(donation.id)).toEqual({ swept: false, transfer_signature: null });
    const [told = '{}'] = takenFrom(donation.id);
    expect(JSON.parse(told)).toMatchObject({ level: 40, address: donation.address, lamports: '2000000' });
  });
});
