import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Post, PostKind, PostPlace } from '#contract/posts.ts';
import { routes } from '#contract/routes.ts';
import { createKeySeal } from '#server/app/posts/seal-keys.ts';
import type { ClaimedPlace, KeyInUse, KeySeal, PostPorts } from '#server/app/posts/post-ports.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { createPostQueue } from '#server/postgres/messages/post-queue.ts';
import { createDiscord } from '#server/posts/create-discord.ts';
import { createTwitch } from '#server/posts/create-twitch.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { type DeskFixture, openDesk } from '#server/test/desk-fixture.ts';
import { discordLimit, type DiscordServer, startDiscord } from '#server/test/stand-ins/discord-server.ts';
import { call, registerStreamer, request, type TestStreamer, until } from '#server/test/test-client.ts';
import { startTwitch, type TwitchServer } from '#server/test/stand-ins/twitch-server.ts';

type Discord = PostPorts['discord'];

let discord: DiscordServer;
let twitch: TwitchServer;
let fixture: DeskFixture;
let url: string;
beforeAll(async () => {
  discord = await startDiscord();
  twitch = await startTwitch();
  fixture = await openDesk({ environment: { DISCORD_URL: discord.url, ...twitch.environment } });
  ({ url } = fixture.server);
});
afterAll(async () => {
  await fixture.stop();
  await discord.close();
  await twitch.close();
});

async function placeOf({ token }: TestStreamer, kind: PostKind): Promise<PostPlace | undefined> {
  return (await call(url, 'postPlaces', { token })).data.find((place) => place.kind === kind);
}

async function sent({ token }: TestStreamer, kind: PostKind): Promise<Post[]> {
  return (await call(url, 'posts', { token, params: { kind } })).data;
}

async function onDiscord(): Promise<TestStreamer> {
  const streamer = await registerStreamer(url);
  const body = { url: discord.webhookUrl };
  discord.answer(null);
  await call(url, 'connectDiscord', { token: streamer.token, body });
  discord.messages.length = 0;
  return streamer;
}

async function onTwitch(): Promise<TestStreamer> {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const { data } = await call(url, 'connectTwitch', { token, body: {} });
  const linking = data.find(({ kind }) => kind === 'twitch')?.linking;
  expect(linking?.url).toContain(linking?.userCode);
  twitch.allow(linking?.userCode ?? '');
  await until(async () => expect((await placeOf(streamer, 'twitch'))?.isConnected).toBe(true));
  twitch.messages.length = 0;
  return streamer;
}

const contents = () => discord.messages.map(({ content }) => content);

describe('Discord', () => {
  test('takes the URL of a webhook of its own and no other', async () => {
    const { token } = await registerStreamer(url);
    const path = new URL(discord.webhookUrl).pathname;
    for (const wrong of [
      `https://discord.com.evil.example${path}`,
      `https://evil.example${path}`,
      `http://discord.com${path}`,
      `https://user@discord.com${path}`,
      `https://discord.com:8443${path}`,
      `https://discord.com${path}/slack`,
      `https://discord.com${path}?wait=false`,
      'https://discord.com/api/webhooks/12/short',
      'discord.com',
      'javascript:alert(1)',
    ]) {
      const reply = await request(url, 'connectDiscord', { token, body: { url: wrong } });
      expect([wrong, reply.status, reply.body]).toMatchObject([wrong, 400, { code: 'discord_url_refused' }]);
    }
    const unknown = discord.webhookUrl.replace(/\d{19}/, '1143259187462340000');
    const reply = await request(url, 'connectDiscord', { token, body: { url: unknown } });
    expect(reply).toMatchObject({ status: 400, body: { code: 'discord_webhook_gone' } });
    expect((await placeOf({ token } as TestStreamer, 'discord'))?.isConnected).toBe(false);
    const test = await request(url, 'testPost', { token, params: { kind: 'discord' } });
    expect(test).toMatchObject({ status: 409, body: { code: 'post_not_connected' } });
    const body = { isOn: true, template: 'x {nme}', minimumAmount: null };
    expect(await request(url, 'changePostPlace', { token, params: { kind: 'discord' }, body })).toMatchObject(
      {
        status: 400,
        body: { message: expect.stringContaining('placeholder') as string },
      },
    );
  });

  test('is told of a donation once, as words and nothing else, from the minimum on', async () => {
    const streamer = await onDiscord();
    const { token } = streamer;
    await fixture.donate(streamer, { donatorName: 'A*na', message: '@everyone see https://evil.example' });
    await until(() => expect(discord.messages).toHaveLength(1));
    expect(discord.messages[0]).toEqual({
      content: String.raw`A\*na donated 0.002000 SOL: \@everyone see \[link\]`,
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    await until(async () =>
      expect(await sent(streamer, 'discord')).toMatchObject([{ state: 'sent', attempts: 1, error: null }]),
    );
    const body = { isOn: true, template: '{name}!', minimumAmount: 1 };
    const { data } = await call(url, 'changePostPlace', { token, params: { kind: 'discord' }, body });
    expect(data[0]).toMatchObject({ ...body, label: 'Tip jar', isConnected: true, isOffered: true });
    await fixture.donate(streamer);
    expect(await sent(streamer, 'discord')).toHaveLength(1);
    const { id } = await call(url, 'testPost', { token, params: { kind: 'discord' } });
    await until(() => expect(contents().at(-1)).toBe('Test Donor!'));
    await until(async () =>
      expect(await sent(streamer, 'discord')).toMatchObject([{ id, donationId: null, state: 'sent' }, {}]),
    );
    const reached = { ...body, minimumAmount: 0.002 };
    await call(url, 'changePostPlace', { token, params: { kind: 'discord' }, body: reached });
    await fixture.donate(streamer, { donatorName: 'Ben' });
    await until(() => expect(contents().at(-1)).toBe('Ben!'));
  });

  test('is told nothing that viewers may not know', async () => {
    const streamer = await onDiscord();
    const { token } = streamer;
    await fixture.change(streamer, { approveFirst: true, ownWords: ['rude'] });
    const held = await fixture.donate(streamer, { donatorName: 'Ben', message: 'so rude' });
    const rejected = await fixture.donate(streamer, { donatorName: 'Cid' });
    await until(async () => expect((await fixture.desk(token)).toApprove).toHaveLength(2));
    expect((await sent(streamer, 'discord')).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    const marked = await fixture.donate(streamer, { donatorName: 'Deb', message: 'unread by anybody' });
    await call(url, 'markShown', { token, params: { id: marked } });
    const { toApprove } = await fixture.desk(token);
    const alertOf = (id: string) => ({ id: toApprove.find((one) => one.donationId === id)?.id ?? '' });
    await call(url, 'rejectAlert', { token, params: alertOf(rejected) });
    await call(url, 'approveAlert', { token, params: alertOf(held), body: {} });
    await until(() => expect(contents()).toEqual([expect.stringMatching(/^Ben donated 0\.002000 SOL: so /)]));
    expect(contents()[0]).not.toContain('rude');
    await until(async () =>
      expect((await sent(streamer, 'discord')).map(({ state, error }) => [state, error])).toEqual([
        ['given_up', 'not_for_viewers'],
        ['given_up', 'not_for_viewers'],
        ['sent', null],
      ]),
    );
    await fixture.change(streamer, { approveFirst: false });
    const body = { linkCode: streamer.donationLink, donatorName: 'Dora', hidesName: true, hidesAmount: true };
    await fixture.pay((await call(url, 'createDonation', { body })).id);
    await until(() => expect(contents().at(-1)).toBe('Anonymous donated'));
    const fromSomeOn = { isOn: true, template: '{name}', minimumAmount: 0.002 };
    await call(url, 'changePostPlace', { token, params: { kind: 'discord' }, body: fromSomeOn });
    await fixture.pay((await call(url, 'createDonation', { body })).id);
    expect(await sent(streamer, 'discord')).toHaveLength(4);
  });

  test('that asks for a pause is left alone for so long, and what comes meanwhile goes together', async () => {
    const streamer = await onDiscord();
    const before = discord.asked();
    const limitedAt = performance.now();
    discord.answer((response) => discordLimit(response, 3));
    await fixture.donate(streamer, { donatorName: 'Eva' });
    await until(() => expect(discord.asked()).toBe(before + 1));
    discord.answer(null);
    await fixture.donate(streamer, { donatorName: 'Fay' });
    await until(() => expect(contents()).toHaveLength(1));
    expect(performance.now() - limitedAt).toBeGreaterThan(2990);
    const names = ['Eva donated 0.002000 SOL', 'Fay donated 0.002000 SOL'];
    expect(contents()[0]?.split('\n')).toEqual(names.slice(0, contents()[0]?.split('\n').length));
    expect(discord.asked()).toBe(before + 2);
  });

  test.each([
    ['in its own words', (response: ServerResponse) => discordLimit(response, 30, true)],
    ['before it is reached', (response: ServerResponse) => response.writeHead(429).end('<html></html>')],
  ])(
    'that limits all that comes from here, %s, is asked nothing, whether to post or to connect',
    async (_, limit) => {
      const ending = new AbortController().signal;
      const asks = [
        ({ sender }: Discord, use: KeyInUse) => sender.send(use, 'x', ending),
        ({ linker }: Discord, { key }: KeyInUse) => linker.look(key),
      ];
      for (const ask of asks) {
        const service = createDiscord(discord.url);
        const key = service.linker.readUrl(discord.webhookUrl);
        const use = { key, replace: () => Promise.resolve(true), newest: () => Promise.resolve(key) };
        discord.answer(limit);
        await ask(service, use);
        discord.answer(null);
        const before = discord.asked();
        expect(await service.linker.look(key)).toBeNull();
        expect(await service.sender.send(use, 'x', ending)).toMatchObject({ is: 'later', error: 'limited' });
        expect(discord.asked()).toBe(before);
      }
    },
  );

  test('is not asked about webhooks as often as somebody likes', async () => {
    const { token } = await registerStreamer(url);
    const connect = async (path: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        // Not from this machine: the limits are those of the internet.
        'x-forwarded-for': '192.0.2.77',
      };
      const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return reply.status;
    };
    const unknown = discord.webhookUrl.replace(/\d{19}/, '1143259187462340000');
    const before = discord.asked();
    const statuses = [];
    // An hour may end meanwhile.
    for (let index = 0; index < 21; index += 1)
      statuses.push(await connect(routes.connectDiscord.path, { url: unknown }));
    const passed = statuses.filter((status) => status === 400);
    expect(passed.length).toBeGreaterThanOrEqual(10);
    expect(statuses).toContain(429);
    expect(discord.asked()).toBe(before + passed.length);
    expect(await connect(routes.connectTwitch.path, {})).toBe(429);
  });

  test('is not told twice what may have arrived, and no longer what is old', async () => {
    const streamer = await onDiscord();
    discord.answer((response) => response.destroy());
    await fixture.donate(streamer);
    await until(async () =>
      expect(await sent(streamer, 'discord')).toMatchObject([
        { state: 'given_up', error: 'unsure', attempts: 1 },
      ]),
    );
    discord.answer((response) => response.writeHead(502).end());
    fixture.server.passTime(3000);
    await fixture.donate(streamer);
    await until(async () =>
      expect(await sent(streamer, 'discord')).toMatchObject([
        { state: 'waiting', error: 'service_failed' },
        {},
      ]),
    );
    discord.answer(null);
    // Not by the clock of all: what other tests pay is written down by the database's.
    await fixture.db.query(
      `update posts set created_at = created_at - interval '16 minutes' where next_at is not null`,
    );
    await until(async () =>
      expect((await sent(streamer, 'discord')).map(({ error }) => String(error)).toSorted()).toEqual([
        'too_old',
        'unsure',
      ]),
    );
    expect(discord.messages).toEqual([]);
  });

  test('keys are nowhere in the database, the log of what was done, or any answer; a deleted webhook is cut off', async () => {
    const streamer = await onDiscord();
    const { token } = streamer;
    const { rows } = await fixture.db.query<{ all: string }>(
      `select (select string_agg(p::text, '') from post_places p) || (select string_agg(a::text, '') from audit a) as all`,
    );
    const answers = JSON.stringify([
      await call(url, 'postPlaces', { token }),
      await fetch(`${url}/api/account/download`, { headers: { authorization: `Bearer ${token}` } }).then(
        (reply) => reply.text(),
      ),
    ]);
    for (const secret of discord.webhookUrl.split('/').slice(-2)) {
      for (const form of [secret, Buffer.from(secret).toString('hex')]) {
        expect(rows[0]?.all).not.toContain(form);
        expect(answers).not.toContain(form);
      }
    }
    expect(answers).toContain('Tip jar');
    discord.answer((response) => response.writeHead(404).end('{"message":"Unknown Webhook","code":10015}'));
    await fixture.donate(streamer);
    await until(async () =>
      expect(await placeOf(streamer, 'discord')).toMatchObject({
        isConnected: false,
        isOn: false,
        endedWhy: 'gone',
      }),
    );
    expect(await sent(streamer, 'discord')).toMatchObject([{ state: 'given_up', error: 'disconnected' }]);
    await fixture.donate(streamer);
    expect(await sent(streamer, 'discord')).toHaveLength(1);
  });
});

describe('Twitch', () => {
  test('is connected by a code, refreshes what has expired, says what it drops, and is told of the end', async () => {
    const streamer = await onTwitch();
    const { token } = streamer;
    expect(await placeOf(streamer, 'twitch')).toMatchObject({
      label: 'kat_plays',
      isOn: true,
      linking: null,
    });
    twitch.expireTokens();
    const refreshed = twitch.count('refresh');
    await fixture.donate(streamer, { donatorName: '!ban', message: 'brava' });
    await until(() => expect(twitch.messages).toEqual(['ban donated 0.002000 SOL: brava']));
    expect(twitch.count('refresh')).toBe(refreshed + 1);
    twitch.drop({ code: 'msg_rejected', message: 'AutoMod is looking at it.' });
    onTestFinished(() => twitch.drop(null));
    fixture.server.passTime(3000);
    await fixture.donate(streamer);
    await until(async () =>
      expect(await sent(streamer, 'twitch')).toMatchObject([
        { state: 'given_up', error: 'dropped', said: 'AutoMod is looking at it.' },
        { state: 'sent' },
      ]),
    );
    const { rows } = await fixture.db.query<{ all: string }>(
      `select string_agg(p::text, '') || (select string_agg(a::text, '') from audit a) as all from post_places p`,
    );
    for (const issued of twitch.tokens()) {
      expect(rows[0]?.all).not.toContain(issued);
      expect(rows[0]?.all).not.toContain(Buffer.from(issued).toString('hex'));
    }
    await call(url, 'disconnectPostPlace', { token, params: { kind: 'twitch' } });
    expect(twitch.count('revoke')).toBe(1);
    expect(await placeOf(streamer, 'twitch')).toMatchObject({ isConnected: false, isOn: false, label: null });
  });

  test('a code that is given up connects nothing', async () => {
    const streamer = await registerStreamer(url);
    const { token } = streamer;
    const { data } = await call(url, 'connectTwitch', { token, body: {} });
    const code = data[1]?.linking?.userCode ?? '';
    await call(url, 'disconnectPostPlace', { token, params: { kind: 'twitch' } });
    twitch.allow(code);
    expect(await placeOf(streamer, 'twitch')).toMatchObject({ linking: null, isConnected: false });
  });

  test('two processes that refresh one token at once both go on, and the newest pair is what is stored', async () => {
    const streamer = await onTwitch();
    const { queue, seal, close } = await openQueue();
    onTestFinished(close);
    const { sender } = createTwitch({
      clientId: twitch.environment.TWITCH_CLIENT_ID,
      apiUrl: twitch.environment.TWITCH_API_URL,
      idUrl: twitch.environment.TWITCH_ID_URL,
    });
    const [one, other] = await heldTwice(seal, streamer);
    twitch.expireTokens();
    twitch.slowRefresh(150);
    onTestFinished(() => twitch.slowRefresh(0));
    const bad = twitch.count('badRefresh');
    const { signal } = new AbortController();
    const outcomes = await Promise.all([
      sender.send(queue.use(one), 'one', signal),
      // A moment later, so that the first has the pair by then: it is the old one that is refused.
      new Promise<void>((done) => setTimeout(done, 60)).then(() =>
        sender.send(queue.use(other), 'other', signal),
      ),
    ]);
    expect(twitch.count('badRefresh')).toBe(bad + 1);
    expect(outcomes.map(({ is }) => is)).toEqual(['sent', 'sent']);
    expect(twitch.messages.toSorted()).toEqual(['one', 'other']);
    const key = await queue.use(other).newest();
    expect(twitch.tokens()).toContain((JSON.parse(key?.reveal() ?? '') as { access: string }).access);
  });

  test('who dies while sending leaves it unsure, and the next does not send it again', async () => {
    const streamer = await onDiscord();
    const { token, user } = streamer;
    const { queue, close } = await openQueue();
    onTestFinished(close);
    // It rests, so that this test is the one to take it.
    await fixture.db.query(
      `update post_places set rest_until = now() + interval '30 minutes' where user_id = $1`,
      [user.id],
    );
    await call(url, 'testPost', { token, params: { kind: 'discord' } });
    const later = new Date(Date.now() + 400 * 86_400_000);
    const [place] = await queue.claim({ now: later, leaseMs: 1, most: 50 });
    if (place === undefined) throw new Error('The place was due.');
    const waiting = await queue.waiting(place, later);
    await queue.begin(
      place,
      waiting.posts.map(({ id }) => id),
    );
    await fixture.db.query(
      'update post_places set rest_until = null, lease_until = null where user_id = $1',
      [user.id],
    );
    await until(async () =>
      expect(await sent(streamer, 'discord')).toMatchObject([{ state: 'given_up', error: 'unsure' }]),
    );
    // The one that was thought dead says that it has arrived after all.
    await queue.settle(
      place,
      waiting.posts.map(({ id }) => id),
      { is: 'sent' },
      new Date(),
    );
    expect(await sent(streamer, 'discord')).toMatchObject([{ state: 'sent', error: null }]);
    expect(discord.messages).toEqual([]);
  });

  test('what was put off before a clock was set back goes on in time, and nothing else sooner', async () => {
    const [tried, fresh] = [await onTwitch(), await onTwitch()];
    const { queue, close } = await openQueue();
    onTestFinished(close);
    const { db } = fixture;
    const now = Date.now();
    const inMinutes = (minutes: number) => new Date(now + minutes * 60_000);
    const put = async ({ user }: TestStreamer, minutes: number, attempts: number) => {
      const at = inMinutes(minutes);
      const { rows } = await db.query<{ id: string }>(
        `update post_places set rest_until = $2, check_at = $2, lease_until = $2 where user_id = $1 returning id`,
        [user.id, at],
      );
      await db.query('insert into posts (place_id, created_at, next_at, attempts) values ($1, $2, $2, $3)', [
        rows[0]?.id,
        at,
        attempts,
      ]);
    };
    const timesOf = async ({ user }: TestStreamer) => {
      const { rows } = await db.query(
        `select o.next_at, p.rest_until, p.check_at, p.lease_until from posts o join post_places p on p.id = o.place_id
         where p.user_id = $1`,
        [user.id],
      );
      return rows;
    };
    const wakeAt = new Date(now);
    const heldUntil = inMinutes(1);
    await put(tried, 120, 1);
    await queue.wakeOverslept(wakeAt);
    expect(await timesOf(tried)).toEqual([
      { next_at: wakeAt, rest_until: wakeAt, check_at: wakeAt, lease_until: heldUntil },
    ]);
    await put(fresh, 50, 1);
    await put(fresh, 50, 0);
    await queue.wakeOverslept(wakeAt);
    const soon = { rest_until: inMinutes(50), check_at: inMinutes(50), lease_until: heldUntil };
    expect(await timesOf(fresh)).toEqual(
      expect.arrayContaining([
        { ...soon, next_at: inMinutes(50) },
        { ...soon, next_at: wakeAt },
      ]),
    );
  });

  test('has its tokens validated hourly, and is cut off where the permission was taken back', async () => {
    const streamer = await onTwitch();
    const validated = twitch.count('validate');
    fixture.server.passTime(3_600_000);
    await until(() => expect(twitch.count('validate')).toBeGreaterThan(validated));
    expect(await placeOf(streamer, 'twitch')).toMatchObject({ isConnected: true });
    twitch.disconnect();
    fixture.server.passTime(3_600_000);
    await until(async () =>
      expect(await placeOf(streamer, 'twitch')).toMatchObject({ isConnected: false, endedWhy: 'gone' }),
    );
  });
});

/** The queue as another process sees it. */
async function openQueue() {
  const { words } = await loadOrCreateSeed({
    seedFile: fixture.server.seedFile,
    masterSeed: undefined,
    passphrase: undefined,
    mayCreate: false,
  });
  const db = openDatabase(fixture.server.connectionString, { maxConnections: 2, onError: () => undefined });
  const seal = createKeySeal(await createKeyVault(words));
  return { queue: createPostQueue(db, seal), seal, close: () => db.destroy() };
}

/** A place as each of two that believe to hold it has it, because one hung past its lease. */
async function heldTwice(seal: KeySeal, { user }: TestStreamer): Promise<[ClaimedPlace, ClaimedPlace]> {
  const { rows } = await fixture.db.query<{ id: string; sealed: Uint8Array; generation: number }>(
    'select id, sealed_key as sealed, key_generation as generation from post_places where user_id = $1',
    [user.id],
  );
  const [row] = rows;
  const place = { userId: user.id, kind: 'twitch' as const };
  const key = row === undefined ? null : seal.open(place, row.sealed);
  if (row === undefined || key === null) throw new Error('It is connected.');
  const held = { ...place, id: row.id, fence: 0n, template: 'x', key, keyGeneration: row.generation };
  return [{ ...held }, { ...held }];
}
