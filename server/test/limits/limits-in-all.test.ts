import { io } from 'socket.io-client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { registerStreamer, request, type TestStreamer } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

let streamer: TestStreamer;
/** As on the internet, where strangers from many networks use up what everybody has together. */
const server = forFile(() =>
  startTestServer({
    environment: {
      PUBLIC_URL: 'https://brava.example',
      TRUST_PROXY: '127.0.0.1',
      LIMIT_LOGIN: 'all=6/24h',
      LIMIT_CONNECT: 'all=6/24h',
      LIMIT_EVENT: 'all=6/24h',
    },
  }),
);
beforeAll(async () => {
  streamer = await registerStreamer(server.url);
});

async function signIn(from: string, username: string, password: string): Promise<number> {
  const reply = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ username, password }),
  });
  return reply.status;
}

async function connect(from: string, auth: Record<string, string> = {}) {
  const socket = io(`${server.url}/api`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
    extraHeaders: { 'x-forwarded-for': from },
  });
  onTestFinished(() => void socket.close());
  const isIn = await new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', () => resolve(false));
  });
  return { socket, isIn };
}

test('strangers who try passwords from many networks shut out neither an owner nor a session', async () => {
  const { username, token } = streamer;
  expect(await signIn('192.0.2.1', username, 'correct horse')).toBe(200);
  const guesses: number[] = [];
  for (let guess = 0; guess < 8; guess += 1)
    guesses.push(await signIn(`198.51.100.${guess}`, `stranger-${guess}`, 'guess'));
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(await signIn('192.0.2.2', username, 'correct horse')).toBe(429);
  expect(await signIn('192.0.2.1', username, 'correct horse')).toBe(200);
  const body = { password: 'correct horse' };
  expect((await request(server.url, 'confirmPassword', { token, body })).status).toBe(200);
});

test('guests from many networks silence no overlay', async () => {
  const flood: boolean[] = [];
  for (let guest = 0; guest < 8; guest += 1) {
    const { socket, isIn } = await connect(`198.51.100.${guest}`);
    flood.push(isIn);
    for (let sent = 0; sent < 9; sent += 1) socket.emit('unknown', {});
  }
  expect(flood).toEqual([true, true, true, true, true, true, false, false]);
  const auth = { linkCode: streamer.widgetCode };
  const { socket, isIn } = await connect('192.0.2.1', auth);
  expect(isIn).toBe(true);
  const came = new Promise((resolve) => {
    socket.on('obs_connected', () => resolve('connected'));
    socket.on('error', resolve);
  });
  socket.emit('obs_connect', auth);
  expect(await came).toBe('connected');
});
