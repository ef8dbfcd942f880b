import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteName } from '#contract/routes.ts';
import { call, registerStreamer, request } from '#server/test/test-client.ts';
import { startTestServer, type TestServer } from '#server/test/test-server.ts';

const most = 4;

let server: TestServer;
beforeAll(async () => {
  const account = `account=${most}/24h`;
  server = await startTestServer({
    environment: {
      PUBLIC_URL: 'https://brava.example',
      LIMIT_LOGIN: account,
      LIMIT_READ: account,
      LIMIT_WRITE: account,
    },
  });
});
afterAll(() => server.stop());

type Input = Parameters<typeof request>[2];
const statusOf = async (name: RouteName, input: Input) => (await request(server.url, name, input)).status;

/** A session that was stolen, and one that its owner has opened since. */
async function twoSessions() {
  const { token: stolen, username } = await registerStreamer(server.url);
  const body = { username, password: 'correct horse' };
  const { token } = await call(server.url, 'login', { body });
  return { stolen, token };
}

/** Asks until it is refused as too often. */
async function useUp(name: RouteName, input: Input): Promise<void> {
  for (let asked = 0; asked <= most; asked += 1) if ((await statusOf(name, input)) === 429) return;
  throw new Error(`${name} is never refused.`);
}

test('a stolen session that uses up its account keeps the owner from nothing that ends it', async () => {
  const { stolen, token } = await twoSessions();
  const guess = { password: 'a guess' };
  await useUp('donationStats', { token: stolen });
  await useUp('listSessions', { token: stolen });
  await useUp('replaceWidgetCode', { token: stolen });
  await useUp('endSession', { token: stolen, params: { id: randomUUID() } });
  await useUp('confirmPassword', { token: stolen, body: guess });
  expect(await statusOf('usersMe', { token })).toBe(200);
  const { data } = await call(server.url, 'listSessions', { token });
  const id = data.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  expect(await statusOf('endSession', { token, params: { id } })).toBe(200);
  expect(await statusOf('endOtherSessions', { token })).toBe(200);
  const body = { currentPassword: 'correct horse', newPassword: 'staple battery' };
  expect(await statusOf('changePassword', { token, body })).toBe(200);
  expect(await statusOf('usersMe', { token: stolen })).toBe(401);
});

test('a session types as many passwords as the limit says, over all calls that take one', async () => {
  const { stolen: token } = await twoSessions();
  await useUp('confirmPassword', { token, body: { password: 'a guess' } });
  const body = { currentPassword: 'another guess', newPassword: 'staple battery' };
  expect(await statusOf('changePassword', { token, body })).toBe(429);
});
