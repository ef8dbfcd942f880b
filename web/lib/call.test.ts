import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCall } from './call.ts';
import { CallProblem } from './call-problem.ts';
import { fetchCurrentUser } from './current-user.ts';

const user = {
  id: 'u1',
  username: 'lumen_kat',
  walletAddress: '7Hk3pQ9x',
  minDonationAmount: 0.002,
  cardColor: '#22c55e',
  cardGradient: null,
  timeZone: 'UTC',
  payoutAddress: null,
  acceptingDonations: true,
};

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const asked: { method: string; url: string; authorization: string | undefined; body: string }[] = [];
const server = createServer((request, response) => void serve(request, response));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method = '', url = '', headers } = request;
  asked.push({ method, url, authorization: headers.authorization, body });
  answer(request, response);
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => asked.splice(0));

function reply(status: number, body: unknown): void {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

function page(pathname: string, stored: string | null = 'tok') {
  const token = { value: stored, get: () => token.value, clear: () => (token.value = null) };
  const onSessionLost = vi.fn<() => void>();
  const call = createCall({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    token,
    pathname: () => pathname,
    onSessionLost,
    timeoutMs: 300,
  });
  return { call, token, onSessionLost };
}

const unauthorized = { message: 'Please sign in to continue.', code: 'unauthorized' };
const problemOf = async (failing: Promise<unknown>): Promise<CallProblem> => {
  const error = await failing.catch((caught: unknown) => caught);
  if (!(error instanceof CallProblem)) throw new Error('It should have failed with a CallProblem.');
  return error;
};

describe('what is sent', () => {
  it('fills parameters, query and body into the route of the contract', async () => {
    reply(200, { data: [], total: 0 });
    const { call } = page('/app');
    await call('myDonations', { query: { limit: 5 } });
    const clips = { acceptsClips: true, clipMinimumAmount: null, isModerated: false };
    reply(200, { streamerName: 'a', minDonationAmount: 0.002, ...clips });
    await call('donationPage', { params: { linkCode: 'a/b' } });
    reply(201, { id: 'd', walletAddress: 'w', minAmount: 0.002, expiresAt: '', hasAudio: false });
    await call('createDonation', { body: { linkCode: 'a', donatorName: 'Ana' } });
    expect(asked).toMatchObject([
      { method: 'GET', url: '/api/donations/my?limit=5', authorization: 'Bearer tok' },
      { method: 'GET', url: '/api/donations/page/a%2Fb' },
      { method: 'POST', url: '/api/donations', body: '{"linkCode":"a","donatorName":"Ana"}' },
    ]);
  });

  it('carries no authorization when no token is stored, and is not sent where it would need one', async () => {
    reply(200, { status: 'PENDING', amount: 0, mediaUrl: null });
    const { call, onSessionLost } = page('/app', null);
    await call('donationStatus', { params: { id: 'd' } });
    const problem = await problemOf(call('usersMe'));
    expect(problem).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(onSessionLost).toHaveBeenCalledOnce();
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/api/donations/status/d', undefined],
    ]);
  });
});

describe('what comes back', () => {
  it('drops fields that the contract does not declare', async () => {
    reply(200, { status: 'PENDING', amount: 0, mediaUrl: null, secret: 'x' });
    const state = await page('/donate/a').call('donationStatus', { params: { id: 'd' } });
    expect(state).toEqual({ status: 'PENDING', amount: 0, mediaUrl: null });
  });

  it('of an older server is read without what that does not say yet', async () => {
    const desk = {
      streamerName: 'a',
      role: 'streamer',
      isPaused: false,
      sound: { volume: 70, isMuted: false },
      overlay: { connected: 0, visible: 0, lastShownAt: null },
      now: null,
      toApprove: [],
      next: [],
      tray: [],
      recent: [],
      counts: { toApprove: 0, next: 0, tray: 0 },
    };
    reply(200, desk);
    expect(await page('/dock').call('alertDesk')).toEqual(desk);
    const old = {
      approveFirst: true,
      wordAction: 'mask',
      wordLists: [],
      ownWords: [],
      allowedWords: [],
      clipMinimumAmount: null,
      stacksCards: false,
      showsFiat: false,
    };
    reply(200, old);
    expect(await page('/app/settings').call('alertSettings')).toEqual(old);
  });

  it('refuses a reply that does not fit the contract', async () => {
    reply(200, { status: 'PAID' });
    const problem = await problemOf(page('/donate/a').call('donationStatus', { params: { id: 'd' } }));
    expect(problem.code).toBe('unreadable');
  });

  it('carries the server’s message, code and status', async () => {
    reply(409, { message: 'This username is already taken.', code: 'username_taken' });
    const problem = await problemOf(
      page('/register').call('register', { body: { username: 'abc', password: 'secret' } }),
    );
    expect(problem).toMatchObject({ status: 409, code: 'username_taken', fromServer: true });
    expect(problem.message).toBe('This username is already taken.');
  });

  it('calls an error page that is not JSON unreadable', async () => {
    answer = (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>');
    const problem = await problemOf(page('/app').call('config'));
    expect(problem).toMatchObject({ status: 502, code: 'unreadable', fromServer: false });
  });

  it('gives up when the answer takes longer than the timeout', async () => {
    answer = () => undefined;
    expect((await problemOf(page('/app').call('config'))).code).toBe('timeout');
  });

  it('calls a broken connection offline', async () => {
    answer = (request) => void request.socket.destroy();
    expect((await problemOf(page('/app').call('config'))).code).toBe('offline');
  });
});

describe('401', () => {
  it('at sign-in changes nothing', async () => {
    reply(401, { message: 'The username or password is not right.', code: 'wrong_credentials' });
    const { call, token, onSessionLost } = page('/login');
    await problemOf(call('login', { body: { username: 'a', password: 'b' } }));
    expect(token.value).toBe('tok');
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('on a donation page clears the token and stays', async () => {
    reply(401, unauthorized);
    const { call, token, onSessionLost } = page('/donate/abc/d1');
    await problemOf(call('usersMe'));
    expect(token.value).toBeNull();
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('elsewhere clears the token and ends the session', async () => {
    reply(401, unauthorized);
    const { call, token, onSessionLost } = page('/app/donations');
    await problemOf(call('myDonations', { query: {} }));
    expect(token.value).toBeNull();
    expect(onSessionLost).toHaveBeenCalledOnce();
  });

  it('for a token that is no longer stored leaves the new session alone', async () => {
    const { call, token, onSessionLost } = page('/app');
    answer = (_, response) => {
      token.value = 'new';
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(unauthorized));
    };
    await problemOf(call('usersMe'));
    expect(token.value).toBe('new');
    expect(onSessionLost).not.toHaveBeenCalled();
  });
});

describe('the current user', () => {
  it('comes from /auth/me when /users/me fails', async () => {
    answer = (request, response) => {
      const works = request.url === '/api/auth/me';
      response.writeHead(works ? 200 : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify(works ? user : { message: 'Oh.', code: 'internal' }));
    };
    await expect(fetchCurrentUser(page('/app').call)).resolves.toEqual(user);
    expect(asked.map(({ url }) => url)).toEqual(['/api/users/me', '/api/auth/me']);
  });

  it('is not asked for again after a 401', async () => {
    reply(401, unauthorized);
    await problemOf(fetchCurrentUser(page('/app').call));
    expect(asked.map(({ url }) => url)).toEqual(['/api/users/me']);
  });
});
