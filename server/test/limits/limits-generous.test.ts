import { describe, expect, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { askRaw } from '#server/test/raw-http.ts';
import { call, registerStreamer } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(() => startTestServer({ environment: { LIMIT_REGISTER: 'address=2/24h' } }));

const register = (index: number, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: `local-${index}`, password: 'correct horse' }),
  }).then(({ status }) => status);

const registerAs = async (host: string, username: string) => {
  const { status } = await askRaw(server.url, 'POST /api/auth/register', {
    headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse' }),
  });
  return status;
};

describe('on a loopback address', () => {
  test('limits are generous, but strict for what a proxy has handed on', async () => {
    for (let index = 0; index < 4; index += 1) expect(await register(index)).toBe(201);
    const proxied: number[] = [];
    for (const [index, name] of ['via', 'x-real-ip', 'forwarded', 'x-forwarded-for'].entries()) {
      proxied.push(await register(10 + index, { [name]: '192.0.2.1' }));
    }
    expect(proxied).toEqual([201, 201, 429, 429]);
    expect(await register(20)).toBe(201);
  });

  // A page of elsewhere whose name was led to this machine meanwhile (DNS rebinding): its browser sends that name.
  test('limits are strict for a page of another site that reaches this machine by a name of its own', async () => {
    await registerAs('evil.example:3000', 'rebound-1');
    await registerAs('evil.example:3000', 'rebound-2');
    expect(await registerAs('evil.example:3000', 'rebound-3')).toBe(429);
    expect(await registerAs('localhost:3000', 'rebound-4')).toBe(201);
  });

  test('open donations are capped as on the internet for what a proxy has handed on', async () => {
    const { donationLink: linkCode, token } = await registerStreamer(server.url);
    const create = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/donations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ linkCode }),
      }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => create({ via: '1.1 proxy' })));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(await create({})).toBe(201);
    expect((await call(server.url, 'myDonations', { token, query: '?limit=50' })).data).toHaveLength(11);
  });
});
