import { beforeAll, expect, test, vi } from 'vitest';
import type { Brava } from '#server/composition/compose.ts';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const lateLamports = 20_000_000;
const lateUnits = 1_000_000;

let brava: Brava;
let inSol: { id: string; address: string };
let inToken: { id: string; address: string };
let unheard: { id: string; address: string };
const place = forFile(createInstallation);
beforeAll(async () => {
  brava = await place.startServer();
  const { token, donationLink: linkCode } = await registerStreamer(brava.url);
  const mint = (await call(brava.url, 'myTokens', { token })).data[0]?.mint ?? '';
  await call(brava.url, 'changeToken', { token, params: { mint }, body: { isOn: true } });
  const create = async (body: object) => {
    const { id, walletAddress } = await call(brava.url, 'createDonation', { body: { linkCode, ...body } });
    return { id, address: walletAddress };
  };
  [inSol, inToken, unheard] = [await create({}), await create({ token: mint }), await create({})];
  // Nobody listens to them any more, and it is some time until they are read.
  await brava.stop();
  await place.query(
    `update donations set created_at = now() - interval '3 days', expires_at = now() - interval '2 days',
       expired_at = now() - interval '2 days'`,
  );
  for (const table of ['watches', 'token_watches'])
    await place.query(`update ${table} set is_open = false, next_read_at = now() + interval '50 minutes'`);
  brava = await place.startServer();
});

const received = async (id: string) =>
  (await place.query(`select received_lamports, received_units from donations where id = '${id}'`))[0];

test('what came late, to an address that is rarely read, is read by the server first and is no difference', async () => {
  await payFromFaucet(place.sandbox.url, inSol.address, lateLamports);
  await call(brava.url, 'sandboxPay', { body: { donationId: inToken.id } });
  await vi.waitUntil(async () => (await place.balanceOf(inSol.address)) > 0n, 10_000);
  expect(await received(inSol.id)).toMatchObject({ received_lamports: '0' });
  expect(await received(inToken.id)).toMatchObject({ received_units: '0' });
  const run = await place.run('reconcile');
  expect(run.code, run.out).toBe(0);
  expect(run.out).toContain('Books and chain agree');
  expect(run.out).not.toMatch(/address differs|account differs/);
  expect(await received(inSol.id)).toMatchObject({ received_lamports: String(lateLamports) });
  expect(await received(inToken.id)).toMatchObject({ received_units: String(lateUnits) });
});

test('where no server runs nobody would read it, and it is named', async () => {
  await brava.stop();
  await payFromFaucet(place.sandbox.url, unheard.address, lateLamports);
  await vi.waitUntil(async () => (await place.balanceOf(unheard.address)) > 0n, 10_000);
  const run = await place.run('reconcile');
  expect(run.code, run.out).toBe(1);
  expect(run.out).toMatch(new RegExp(`1 address differs:\\n  ${unheard.address} .*books say 0 lamports`));
  expect(await received(unheard.id)).toMatchObject({ received_lamports: '0' });
});
