import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperatorRoles } from '#server/postgres/operator/operator-roles.ts';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  listen,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

let db: Database;
const server = forFile(startTestServer);
beforeAll(() => {
  db = openDatabase(server.connectionString, { maxConnections: 2, onError: () => {} });
});
afterAll(() => db.destroy());

test('a donation made before the suspension is still paid, shown, passed on and taken out; nobody makes another one', async () => {
  const { url } = server;
  const [operator, streamer] = [await registerStreamer(url), await registerStreamer(url)];
  await createOperatorRoles(db).grant(operator.username);
  const dashboard = await listen(url, { token: streamer.token });
  dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
  await until(() => expect(dashboard.heard('streamer_connected')).toHaveLength(1));
  const before = await call(url, 'createDonation', { body: { linkCode: streamer.donationLink } });

  const told = dashboard.heard('settings_saved').length;
  const input = { token: operator.token, params: { id: streamer.user.id }, body: { reason: 'A complaint' } };
  await call(url, 'suspendStreamer', input);
  await until(() => expect(dashboard.heard('settings_saved').length).toBeGreaterThan(told));
  for (const name of ['donationPage', 'createDonation'] as const) {
    const params = { linkCode: streamer.donationLink };
    const body = name === 'createDonation' ? params : undefined;
    expect(await request(url, name, { params, body })).toMatchObject({
      status: 404,
      body: { message: 'This donation link is invalid or has been disabled.' },
    });
  }

  const overlay = await openOverlay(url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  await call(url, 'sandboxPay', { body: { donationId: before.id } });
  // On a busy machine an alert is repeated until it is acknowledged in time.
  await until(() => expect(overlay.heard('show_donation')[0]?.id).toBe(before.id));
  await until(async () => {
    const { status } = await call(url, 'donationStatus', { params: { id: before.id } });
    expect(status).toBe('TRANSFERRED');
  });

  // The link is closed, and nothing else: who signs in takes out what is theirs.
  const password = 'correct horse';
  const { token } = await call(url, 'login', { body: { username: streamer.username, password } });
  const wish = { address: operator.user.walletAddress, amount: null };
  const { remains: _, ...quoted } = await call(url, 'quoteWithdrawal', { token, body: wish });
  const { id } = await call(url, 'withdraw', {
    token,
    body: { ...quoted, id: randomUUID(), isAll: true, password },
  });
  await until(async () => {
    const { status } = await call(url, 'withdrawal', { token, params: { id } });
    expect(status).toBe('final');
  });
});

test('the health of a running server has its process, its node and nothing to worry about', async () => {
  const operator = await registerStreamer(server.url);
  await createOperatorRoles(db).grant(operator.username);
  await until(async () => {
    const health = await call(server.url, 'adminHealth', { token: operator.token });
    expect(health.nodes).toMatchObject([{ state: 'good', failures: 0, answeredAt: expect.any(String) }]);
    expect(health.processes).toHaveLength(1);
    expect(health.findings).toEqual([]);
  });
});
