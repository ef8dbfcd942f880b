import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Brava, startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

/** As on the internet: this machine is a trusted proxy, so that every test brings addresses of its own. */
const environment = {
  PUBLIC_URL: 'https://brava.example',
  TRUST_PROXY: '127.0.0.1',
  LIMIT_REGISTER: 'address=5/24h',
  LIMIT_LOGIN: 'address=4/24h,account=6/24h',
  LIMIT_CREATE_DONATION: 'address=40/24h',
  LIMIT_READ: 'address=60/24h',
  OPEN_DONATIONS_PER_LINK: '9',
  OPEN_DONATIONS_PER_ADDRESS: '6',
};

let other: Brava;
let urls: string[];
const server = forFile(() => startTestServer({ environment }));
beforeAll(async () => {
  const { seedFile: SEED_FILE, connectionString: DATABASE_URL, dataDir } = server;
  const PORT = String(await freePort());
  const settings = {
    ...environment,
    PORT,
    SEED_FILE,
    DATABASE_URL,
    DATA_DIR: `${dataDir}-2`,
    LOG_LEVEL: 'error',
  };
  other = await startBrava(readConfig(settings), server.around(), server.logger);
  urls = [server.url, other.url];
});
afterAll(() => other.stop());

/** One call from an address, in turn to both servers unless one is given. */
let turn = 0;
async function post(path: string, from: string, body: object, url = urls[turn++ % 2]) {
  const reply = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as { code?: string; donationLink?: string };
  return { status: reply.status, ...answer };
}
const statusesOf = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b);
const create = (linkCode: string, from: string) => post('/donations', from, { linkCode });
const read = async (url: string) =>
  (await fetch(`${url}/api/config`, { headers: { 'x-forwarded-for': '192.0.2.9' } })).status === 429;
const times = <T>(count: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));
/** Asks one server and then the other one until this refuses; how many of its calls that took. */
async function flood(
  isRefused: (url: string) => Promise<boolean>,
  { atOne, atTwo }: { atOne: number; atTwo: number },
): Promise<number> {
  const [one = '', two = ''] = urls;
  const first = [
    ...(await times(atOne, () => isRefused(one))),
    ...(await times(atTwo, () => isRefused(two))),
  ];
  expect(first).not.toContain(true);
  let further = 0;
  const askOn = async () => {
    further += 1;
    expect(await isRefused(two)).toBe(true);
  };
  await vi.waitFor(askOn, { timeout: 20_000, interval: 150 });
  return atTwo + further;
}

describe('two servers on one database', () => {
  test('let one address register as often as the limit says, together', async () => {
    const replies = await times(9, (index) =>
      post('/auth/register', '192.0.2.1', { username: `two-${index}`, password: 'correct horse' }),
    );
    expect(statusesOf(replies)).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429]);
    expect(replies.find(({ status }) => status === 429)).toMatchObject({ code: 'too_many_requests' });
  });

  test('hold one account’s password against many addresses, in any case of its name, known or not', async () => {
    const { username } = await registerStreamer(server.url);
    for (const name of [username, 'nobody-at-all']) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 9; guess += 1) {
        const tried = guess % 2 ? name.toUpperCase() : name;
        const reply = await post('/auth/login', `198.51.100.${guess}`, {
          username: tried,
          password: 'guess',
        });
        statuses.push(reply.status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429]);
    }
  });

  test('let its owner in from where they signed in before, while the others guess', async () => {
    const { username } = await registerStreamer(server.url);
    const signIn = async (from: string) =>
      (await post('/auth/login', from, { username, password: 'correct horse' })).status;
    expect(await signIn('192.0.2.70')).toBe(200);
    for (let guess = 0; guess < 9; guess += 1) {
      await post('/auth/login', `198.18.0.${guess}`, { username, password: 'guess' });
    }
    expect(await signIn('192.0.2.71')).toBe(429);
    expect([await signIn('192.0.2.70'), await signIn('192.0.2.70')]).toEqual([200, 200]);
  });

  test('do not let guesses from outside reach the sessions of that account', async () => {
    const { username, token } = await registerStreamer(server.url);
    await times(9, (guess) => post('/auth/login', `203.0.113.${guess}`, { username, password: 'guess' }));
    const body = { password: 'correct horse' };
    expect((await request(other.url, 'confirmPassword', { token, body })).status).toBe(200);
    expect((await request(other.url, 'usersMe', { token })).status).toBe(200);
  });

  test('refuse readings together, soon after a flood of them', async () => {
    // Alone it would have let sixty through.
    expect(await flood(read, { atOne: 50, atTwo: 8 })).toBeLessThan(60);
  });

  test('refuse new donations together, soon after a flood of them', async () => {
    const account = { username: 'flooded', password: 'correct horse' };
    const { donationLink: linkCode } = await post('/auth/register', '192.0.2.60', account);
    const statuses = new Set<number>();
    const createAt = async (url: string): Promise<boolean> => {
      const { status, code } = await post('/donations', '192.0.2.61', { linkCode }, url);
      statuses.add(status);
      // Those that the cap on open ones refuses are counted as well.
      return code === 'too_many_requests';
    };
    // Alone it would have let forty through.
    expect(await flood(createAt, { atOne: 30, atTwo: 4 })).toBeLessThan(40);
    expect(statuses).toEqual(new Set([201, 429]));
  });

  test('hold the caps on open donations, per address and per link, together', async () => {
    const [one, two] = [await registerStreamer(server.url), await registerStreamer(server.url)];
    const ofAddress = await times(10, (index) => create((index % 2 ? one : two).donationLink, '192.0.2.20'));
    expect(ofAddress.filter(({ status }) => status === 201)).toHaveLength(6);
    const ofLink = await times(16, (index) => create(one.donationLink, `192.0.2.${30 + index}`));
    const { data } = await call(server.url, 'myDonations', { token: one.token, query: '?limit=50' });
    expect(data).toHaveLength(9);
    expect(ofLink.find(({ status }) => status !== 201)).toMatchObject({ code: 'too_many_open_donations' });
  });
});

test('a proxy that is not named is told to the log and to doctor, with half of its address', async () => {
  const PORT = String(await freePort());
  const { seedFile: SEED_FILE, connectionString, dataDir } = server;
  const settings = { PUBLIC_URL: 'https://brava.example', PORT, SEED_FILE, DATABASE_URL: connectionString };
  const config = readConfig({ ...settings, DATA_DIR: `${dataDir}-3`, LOG_LEVEL: 'silent' });
  const brava = await startBrava(config, server.around(), server.logger);
  onTestFinished(() => brava.stop());
  await fetch(`${brava.url}/api/config`, { headers: { 'x-forwarded-for': '192.0.2.5' } });
  const noted = () => query(connectionString, 'select peer from unknown_proxies');
  await until(async () => expect(await noted()).toEqual([{ peer: '127.0.0.x' }]));
});
