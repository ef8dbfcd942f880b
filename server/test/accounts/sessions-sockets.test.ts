import { expect, test } from 'vitest';
import { deleteEndedSessions, idleEndMs } from '#server/postgres/accounts/session-store.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, type Listener, listen, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

/** A streamer in two browsers, each with a dashboard that is connected. */
async function signedInTwice(): Promise<{
  here: { token: string; socket: Listener };
  there: { token: string; socket: Listener };
}> {
  const { username, token, user } = await registerStreamer(server.url);
  const body = { username, password: 'correct horse' };
  const other = await call(server.url, 'login', { body });
  const connect = async (token: string) => {
    const socket = await listen(server.url, { token });
    socket.socket.emit('streamer_connect', { userId: user.id });
    await until(() => expect(socket.heard('streamer_connected')).toHaveLength(1));
    return { token, socket };
  };
  return { here: await connect(token), there: await connect(other.token) };
}

async function expectCutOff({ socket, token }: { socket: Listener; token: string }): Promise<void> {
  await until(() => expect(socket.socket.connected).toBe(false), 2000);
  expect(socket.heard('error')).toMatchObject([{ code: 'unauthorized' }]);
  expect((await request(server.url, 'usersMe', { token })).status).toBe(401);
}

test('ending a session cuts off its sockets at once, and no others', async () => {
  const { here, there } = await signedInTwice();
  const { data } = await call(server.url, 'listSessions', { token: there.token });
  const id = data.find(({ isCurrent }) => isCurrent)?.id ?? '';
  await call(server.url, 'endSession', { params: { id }, token: here.token });
  await expectCutOff(there);
  expect(here.socket.socket.connected).toBe(true);
});

test('ending all others cuts off their sockets at once', async () => {
  const { here, there } = await signedInTwice();
  await call(server.url, 'endOtherSessions', { token: here.token });
  await expectCutOff(there);
  expect(here.socket.socket.connected).toBe(true);
});

test('changing the password cuts off the sockets of all other sessions at once', async () => {
  const { here, there } = await signedInTwice();
  const body = { currentPassword: 'correct horse', newPassword: 'other horse' };
  await call(server.url, 'changePassword', { body, token: here.token });
  await expectCutOff(there);
  expect(here.socket.socket.connected).toBe(true);
});

test('a session that is deleted at its end takes its open sockets with it', async () => {
  const { here, there } = await signedInTwice();
  server.passTime(idleEndMs + 1000);
  const db = openDatabase(server.connectionString, { maxConnections: 1, onError: () => {} });
  await deleteEndedSessions(db, new Date(Date.now() + idleEndMs + 1000));
  await db.destroy();
  for (const each of [here, there]) {
    await expectCutOff(each);
    expect(each.socket.socket.connected).toBe(false);
  }
});
