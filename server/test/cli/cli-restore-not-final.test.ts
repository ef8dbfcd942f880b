import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** What is paid is not final for four seconds: long enough to end the server before it is. */
const place = forFile(() => createInstallation({ finalizedLag: 200 }));

test('what was not final at the back-up and was passed on since is read from the chain before a restore ends', async () => {
  const file = join(place.folder, 'brava.backup');
  const brava = await place.startServer();
  const { donationLink } = await registerStreamer(brava.url);
  const { id } = await call(brava.url, 'createDonation', { body: { linkCode: donationLink } });
  await call(brava.url, 'sandboxPay', { body: { donationId: id, amount: 0.02 } });
  await until(async () => expect(await place.query('select finalized from chain_entries')).toHaveLength(1));
  await brava.stop();
  expect(await place.query('select finalized from chain_entries')).toEqual([{ finalized: false }]);
  expect(await place.run('backup', file)).toMatchObject({ code: 0 });

  const again = await place.startServer();
  const swept = 'select 1 from donations where swept_at is not null and not exists (select from sweep_jobs)';
  await vi.waitUntil(async () => (await place.query(swept)).length === 1, { timeout: 60_000, interval: 100 });
  await again.stop();
  await place.loseDatabase();

  // The books are asked long before the chain has answered.
  place.sandbox.faults.latencyMs = 200;
  const restored = await place.run('restore', file, '--gap', '30', '--users', '3');
  expect(restored.code, restored.err).toBe(0);
  expect(restored.out).toContain('The chain knew more of 1 address than the back-up');
  expect(restored.out).not.toContain('Left on');
  place.sandbox.faults.clear();
  expect(await place.run('reconcile')).toMatchObject({ code: 0 });
});

test('what comes to an address that was passed on before the back-up is left to the server, which does find it', async () => {
  const file = join(place.folder, 'swept.backup');
  expect(await place.run('backup', file)).toMatchObject({ code: 0 });
  const [known] = await place.query('select address from donations where swept_at is not null');
  const address = String(known?.['address']);
  await payFromFaucet(place.sandbox.url, address, 7_000_000);
  await vi.waitUntil(async () => (await place.balanceOf(address)) === 7_000_000n, { timeout: 30_000 });
  await place.loseDatabase();
  const restored = await place.run('restore', file, '--gap', '30', '--users', '3');
  expect(restored.code, restored.err).toBe(0);
  const recovered = await place.run('recover', '--gap', '30', '--users', '3');
  expect(recovered.out).toMatch(
    /knows to be empty were not looked at.*\nNothing is left on any address that was/,
  );
  expect(await place.balanceOf(address)).toBe(7_000_000n);

  const brava = await place.startServer();
  await vi.waitUntil(async () => (await place.balanceOf(address)) === 0n, { timeout: 90_000, interval: 200 });
  await brava.stop();
  expect(await place.run('reconcile')).toMatchObject({ code: 0 });
});
