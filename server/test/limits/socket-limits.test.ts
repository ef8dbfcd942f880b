import { io } from 'socket.io-client';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openRaw } from '#server/test/raw-socket.ts';
import { call, registerStreamer, type TestStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

let streamer: TestStreamer;
/** As on the internet, with few places; this machine is a trusted proxy, so that sockets come from where a test wants. */
const server = forFile(() =>
  startTestServer({
    environment: {
      PUBLIC_URL: 'https://brava.example',
      TRUST_PROXY: '127.0.0.1',
      SOCKETS_PER_ADDRESS: '3',
      SOCKETS_PER_ACCOUNT: '2',
      SOCKETS_PER_OVERLAY: '2',
      SOCKETS_IN_ALL: '20',
      LIMIT_HANDSHAKE: 'address=5/24h',
      LIMIT_LOOK_UP: 'address=20/24h',
      LIMIT_CONNECT: 'address=40/24h',
      LIMIT_EVENT: 'address=20/24h,account=30/24h',
    },
  }),
);
beforeAll(async () => {
  streamer = await registerStreamer(server.url);
});

/** What came of a connection: true, or the code and words of the refusal. */
type Answer = true | { code: string; message: string };
async function connect(from: string, auth: Record<string, string> = {}, transport = 'websocket') {
  const socket = io(`${server.url}/api`, {
    transports: [transport],
    forceNew: true,
    reconnection: false,
    auth,
    extraHeaders: { 'x-forwarded-for': from },
  });
  onTestFinished(() => void socket.close());
  const { promise, resolve } = Promise.withResolvers<Answer>();
  socket.on('connect', () => resolve(true));
  socket.on('connect_error', (error: Error & { data?: { code: string } }) =>
    resolve({ code: error.data?.code ?? 'none', message: error.message }),
  );
  return { socket, answer: await promise };
}
const isIn = (answer: Answer): boolean => answer === true;
const many = async (count: number, from: string, auth?: Record<string, string>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) answers.push((await connect(from, auth)).answer);
  return answers;
};

/** A token that a streamer hands to somebody. */
async function hand(token: string, scope: 'alerts' | 'moderator'): Promise<string> {
  return (await call(server.url, 'createAccessToken', { token, body: { name: 'Handed', scope } })).token;
}

/** Whether two sockets get in with that token. */
async function twice(token: string): Promise<boolean[]> {
  return (await many(2, '192.0.2.4', { token })).map(isIn);
}

describe('open sockets', () => {
  test('of guests are capped by address, in words, and a closed one makes room', async () => {
    const first = await connect('192.0.2.1');
    const answers = await many(3, '192.0.2.1');
    expect(answers).toEqual([
      true,
      true,
      { code: 'too_many_sockets', message: expect.stringContaining('Too many pages are open') },
    ]);
    expect(await many(1, '192.0.2.2')).toEqual([true]);
    first.socket.close();
    await until(async () => expect(await many(1, '192.0.2.1')).toEqual([true]));
  });

  test('of one IPv6 network count together', async () => {
    for (const host of [1, 2, 3]) expect(await many(1, `2001:db8::${host}`)).toEqual([true]);
    expect(await many(1, '2001:db8::4')).not.toEqual([true]);
  });

  test('of one IPv6 line take a quarter of the places, over all of its networks', async () => {
    const from = ['1', '1', '2', '2', '3', '4'].map((network) => `2001:db8:1:${network}::1`);
    const answers: Answer[] = [];
    for (const address of from) answers.push(...(await many(1, address)));
    expect(answers.map(isIn)).toEqual([true, true, true, true, true, false]);
    expect(await many(1, '2001:db8:2::1')).toEqual([true]);
  });

  test('of an overlay, with its code, and of a dashboard stay free whoever shares the address, up to their own caps', async () => {
    await many(4, '192.0.2.3');
    const overlay = { linkCode: streamer.widgetCode };
    expect((await many(3, '192.0.2.3', overlay)).map(isIn)).toEqual([true, true, false]);
    const dashboard = { token: streamer.token };
    expect((await many(3, '192.0.2.3', dashboard)).map(isIn)).toEqual([true, true, false]);
    for (const forged of [
      { linkCode: 'x'.repeat(22) },
      { linkCode: streamer.donationLink },
      { token: 'x' },
    ]) {
      expect(await many(1, '192.0.2.3', forged)).toMatchObject([{ code: 'too_many_sockets' }]);
    }
  });

  test('of tools and moderators take no place of their streamer, and those of one token leave some to the others', async () => {
    const { token } = await registerStreamer(server.url);
    expect(await twice(await hand(token, 'moderator'))).toEqual([true, false]);
    expect(await twice(await hand(token, 'alerts'))).toEqual([true, false]);
    expect(await twice(await hand(token, 'moderator'))).toEqual([false, false]);
    expect(await twice(token)).toEqual([true, true]);
    expect(await twice(token)).toEqual([false, false]);
  });

  test('of guests are capped in all, and take no places of overlays, dashboards and desks', async () => {
    const answers: Answer[] = [];
    for (let address = 0; address < 10; address += 1) answers.push(...(await many(3, `192.0.2.1${address}`)));
    expect(answers.filter(isIn)).toHaveLength(20);
    expect(await many(1, '192.0.2.50', { linkCode: streamer.widgetCode })).toEqual([true]);
    expect(await many(1, '192.0.2.50', { token: streamer.token })).toEqual([true]);
  });
});

test.each(['websocket', 'polling'])(
  'a socket that is refused over %s hears why, its connection ends, and it may come again',
  async (transport) => {
    const from = transport === 'polling' ? '198.51.100.20' : '198.51.100.21';
    const [first] = await Promise.all(Array.from({ length: 3 }, () => connect(from)));
    const { socket, answer } = await connect(from, {}, transport);
    expect(answer).toMatchObject({ code: 'too_many_sockets' });
    first?.socket.close();
    await until(() => {
      if (!socket.active) socket.connect();
      expect(socket.connected).toBe(true);
    });
    const raw = await openRaw(server.url, { 'x-forwarded-for': from });
    raw.send('40/api,');
    await until(() => expect(raw.ended()).not.toBeNull(), 3000);
    expect(raw.heard.at(-1)).toContain('too_many_sockets');
  },
);

const isLookedUp = (answer: Answer) => answer === true || answer.code === 'too_many_sockets';

test('tokens and codes are counted by network before anybody looks for whose they are', async () => {
  const from = '198.51.100.30';
  expect((await many(19, from, { token: 'brava_nobody' })).every(isLookedUp)).toBe(true);
  expect(await many(1, from, { linkCode: streamer.widgetCode })).toMatchObject([true]);
  for (const auth of [{ token: 'brava_nobody' }, { linkCode: 'nobody' }])
    expect(await many(1, from, auth)).toMatchObject([{ code: 'too_many_requests' }]);
  expect(await many(1, from)).toMatchObject([{ code: 'too_many_sockets' }]);
});

test('connections and events are counted over all sockets of an address', async () => {
  const from = '198.51.100.1';
  const { socket } = await connect(from);
  const codes: string[] = [];
  socket.on('error', ({ code }: { code: string }) => codes.push(code));
  for (let sent = 0; sent < 25; sent += 1) socket.emit(`unknown_${sent}`, {});
  await until(() => expect(codes).toEqual(Array.from({ length: 5 }, () => 'too_many_requests')));
  for (let index = 0; index < 39; index += 1) (await connect(from)).socket.close();
  expect((await connect(from)).answer).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^That was too often\. Please try again in \d+ (seconds|minutes)\.$/),
  });
});

test('what a token sends uses up nothing of its streamer and of other tokens', async () => {
  const from = '198.51.100.40';
  const { token, user } = await registerStreamer(server.url);
  const { socket } = await connect(from, { token: await hand(token, 'moderator') });
  const codes: string[] = [];
  socket.on('error', ({ code }: { code: string }) => codes.push(code));
  for (let sent = 0; sent < 31; sent += 1) socket.emit(`unknown_${sent}`, {});
  await until(() => expect(codes).toEqual(['too_many_requests']));
  const answerTo = async (auth: { token: string }, event: string) => {
    const other = (await connect(from, auth)).socket;
    const answer = new Promise((resolve) => other.onAny(resolve));
    other.emit(event, { userId: user.id });
    return await answer;
  };
  expect(await answerTo({ token }, 'streamer_connect')).toBe('streamer_connected');
  expect(await answerTo({ token: await hand(token, 'alerts') }, 'desk_connect')).toBe('desk_connected');
});

test('connections that do not say what they want are capped by address; those that ended make room', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', origin: 'https://brava.example' };
  const open = async () => await openRaw(server.url, headers);
  const silent = await Promise.all(Array.from({ length: 200 }, open));
  expect(silent.every((raw) => raw.ended() === null)).toBe(true);
  expect((await open()).ended()).not.toBeNull();
  for (const raw of silent.slice(0, 2)) raw.send('40/admin,');
  await until(() => expect(silent[1]?.ended()).not.toBeNull());
  await until(async () => expect((await open()).ended()).toBeNull());
});

test('connections that end without a word are counted by network, those that ask to come in are not', async () => {
  const origin = 'https://brava.example';
  const mayBegin = async (from: string): Promise<boolean> => {
    const raw = await openRaw(server.url, { 'x-forwarded-for': from, origin });
    if (raw.ended() !== null) return false;
    raw.send('40/admin,');
    await until(() => expect(raw.ended()).not.toBeNull());
    return true;
  };
  expect((await many(9, '203.0.113.8')).filter(isIn)).toHaveLength(3);
  await until(async () => expect(await mayBegin('203.0.113.9')).toBe(false));
  expect(await mayBegin('203.0.113.8')).toBe(true);
});

async function beginsPolling(from: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': from };
  const { status } = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers });
  return status === 200;
}

test('small requests over polling, from the many networks of one IPv6 line, keep no overlay from connecting', async () => {
  let isRefused = false;
  // All of them together would find a place.
  for (let network = 1; network <= 24 && !isRefused; network += 1) {
    const all = await Promise.all(
      Array.from({ length: 200 }, () => beginsPolling(`2001:db8:9:${network}::1`)),
    );
    isRefused = all.includes(false);
  }
  expect(isRefused).toBe(true);
  expect(await many(1, '2001:db8:a::1', { linkCode: streamer.widgetCode })).toEqual([true]);
});

test('only the public address is an origin, by polling as by websocket', async () => {
  const origins = {
    'https://brava.example': true,
    'http://brava.example': false,
    'https://evil.example': false,
  };
  for (const [origin, isOwn] of Object.entries(origins)) {
    const { status } = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin },
    });
    expect([origin, status]).toEqual([origin, isOwn ? 200 : 403]);
    expect([origin, (await openRaw(server.url, { origin })).ended() === null]).toEqual([origin, isOwn]);
  }
});
