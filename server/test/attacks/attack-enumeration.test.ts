import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RouteName } from '#contract/routes.ts';
import { openSession } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { askRaw } from '#server/test/raw-http.ts';
import { call, registerStreamer, type TestStreamer } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

let streamer: TestStreamer;
const server = forFile(startTestServer);
const db = forFile(() => openSession(server.connectionString));
beforeAll(async () => {
  streamer = await registerStreamer(server.url);
});

/** An answer without what every answer has anew: its date and its number. */
async function ask(method: string, path: string, body?: unknown, token?: string) {
  const {
    status,
    headers,
    body: text,
  } = await askRaw(server.url, `${method} /api${path}`, {
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, text, headers: { ...headers, date: '', 'x-request-id': '' } };
}

const signIn = (username: string, password = 'wrong horse') =>
  ask('POST', '/auth/login', { username, password });
const bodyFor = (linkCode: string) => ({ linkCode, donatorName: 'Ana' });
/** What a quarter of them were quicker than: what else runs on this machine makes the others late. */
const quick = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 4)] ?? Number.NaN;

describe('who has an account is not told', () => {
  test('by the answer to a wrong password, headers and all', async () => {
    const known = await signIn(streamer.username);
    expect(known.status).toBe(401);
    const others = [
      'nobody-has-this',
      'x',
      '__proto__',
      'constructor',
      `${streamer.username} `,
      "' or 1=1 --",
    ];
    for (const name of others) expect(await signIn(name)).toEqual(known);
    expect(await signIn(streamer.username.toUpperCase())).toEqual(known);
  });

  test('by the time that it takes', async () => {
    const tries = 40;
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let n = 0; n < tries; n++) {
      // In turns, and in turns the first: whatever else this machine does is shared out fairly.
      const turns = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const who of turns) {
        const start = performance.now();
        await signIn(who === 'known' ? streamer.username : `nobody-${n}`);
        took[who].push(performance.now() - start);
      }
    }
    const ratio = quick(took.known) / quick(took.unknown);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
    // A password that is looked at takes long, so the ratio means something.
    expect(quick(took.unknown)).toBeGreaterThan(10);
  });
});

describe('which codes and ids exist is not told', () => {
  test('a link that is unknown, switched off or suspended has one answer', async () => {
    const [off, suspended] = [await registerStreamer(server.url), await registerStreamer(server.url)];
    await call(server.url, 'changeAccount', { token: off.token, body: { acceptingDonations: false } });
    await db.query('update users set suspended_at = now() where id = $1', [suspended.user.id]);
    const unknown = streamer.donationLink.split('').toReversed().join('');
    const page = await ask('GET', `/donations/page/${unknown}`);
    const creation = await ask('POST', '/donations', bodyFor(unknown));
    expect([page.status, creation.status]).toEqual([404, 404]);
    for (const { donationLink, widgetCode, user } of [off, suspended]) {
      for (const code of [donationLink, widgetCode, user.id, user.username]) {
        expect(await ask('GET', `/donations/page/${code}`)).toEqual(page);
        expect(await ask('POST', '/donations', bodyFor(code))).toEqual(creation);
      }
    }
  });

  test('what is another’s is what is not there', async () => {
    const other = await registerStreamer(server.url);
    const { id } = await call(server.url, 'createDonation', { body: bodyFor(other.donationLink) });
    const { token } = streamer;
    const made = await call(server.url, 'createAccessToken', {
      token: other.token,
      body: { scope: 'alerts', name: 'theirs' },
    });
    const calls: [method: string, path: (id: string) => string, theirs: string][] = [
      ['PUT', (of) => `/donations/${of}/shown`, id],
      ['POST', (of) => `/donations/${of}/block`, id],
      ['POST', (of) => `/donations/${of}/unblock`, id],
      ['POST', (of) => `/access-tokens/${of}/revoke`, made.id],
      ['POST', (of) => `/account/sessions/${of}/end`, other.user.id],
      ['POST', (of) => `/alerts/${of}/play`, id],
      ['POST', (of) => `/alerts/${of}/approve`, id],
    ];
    for (const [method, path, theirs] of calls) {
      const missing = await ask(method, path(randomUUID()), {}, token);
      expect(await ask(method, path(theirs), {}, token)).toEqual(missing);
      expect(await ask(method, path('no-uuid'), {}, token)).toEqual(missing);
    }
    const replay = (donationId: string) => ask('POST', '/alerts/replay', { donationId }, token);
    expect(await replay(id)).toEqual(await replay(randomUUID()));
  });

  test('codes and tokens are long, random and of no order', async () => {
    const several = await Promise.all([1, 2, 3, 4].map(() => registerStreamer(server.url)));
    const kinds: ((one: TestStreamer) => string)[] = [
      ({ donationLink }) => donationLink,
      ({ widgetCode }) => widgetCode,
      ({ token }) => token,
      ({ user }) => user.id,
    ];
    for (const kind of kinds) {
      const codes = several.map(kind);
      expect(new Set(codes.map((code) => code.slice(0, 6))).size).toBe(codes.length);
      expect(new Set(codes).size).toBe(codes.length);
    }
    expect(several.every(({ widgetCode, token }) => widgetCode.length >= 20 && token.length >= 40)).toBe(
      true,
    );
  });

  test('a token is looked up by its hash, so that no time is told by its beginning', async () => {
    const { rows } = await db.query<{ stored: string }>(
      `select encode(token_hash, 'escape') as stored from sessions`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { stored } of rows) expect(stored).not.toContain(streamer.token.slice(0, 12));
    const almost = `${streamer.token.slice(0, -1)}${streamer.token.endsWith('A') ? 'B' : 'A'}`;
    const forged = createHmac('sha256', 'guess').update(streamer.user.id).digest('base64url');
    for (const token of [almost, forged])
      expect((await ask('GET', '/users/me', undefined, token)).status).toBe(401);
  });
});

describe('on a public server guessing comes to an end', () => {
  test('passwords of one account, whatever address the header claims', async () => {
    const open = await startTestServer({ environment: { PUBLIC_URL: 'https://brava.example' } });
    onTestFinished(() => open.stop());
    const { username } = await registerStreamer(open.url);
    const tryOne = async (n: number) =>
      await askRaw(open.url, 'POST /api/auth/login', {
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
        },
        body: JSON.stringify({ username, password: `guess ${n}` }),
      });
    let refusedAt = 0;
    for (let n = 1; n <= 100 && refusedAt === 0; n++) {
      const { status, headers } = await tryOne(n);
      expect([401, 429]).toContain(status);
      if (status === 429) refusedAt = n;
      expect(status === 401 || Number(headers['retry-after']) > 0).toBe(true);
    }
    expect(refusedAt).toBeGreaterThan(1);
    const other: RouteName = 'config';
    // Only guessing is refused: the rest of the server goes on for the same address.
    await call(open.url, other);
  });
});
