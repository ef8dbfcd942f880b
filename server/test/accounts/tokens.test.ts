import { createHash } from 'node:crypto';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RouteName, routes } from '#contract/routes.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { call, listen, openOverlay, registerStreamer, request, until } from '#server/test/test-client.ts';

let url: string;
const fixture = forFile(openDesk);
beforeAll(() => {
  ({ url } = fixture.server);
});

const named = (access: string) =>
  (Object.keys(routes) as RouteName[]).filter((name) => routes[name].access === access);
const unknown = '00000000-0000-4000-8000-000000000000';
const nobody = { id: unknown, mint: unknown, kind: 'discord' };

describe('a token', () => {
  test('opens the desk and nothing else', async () => {
    const streamer = await registerStreamer(url);
    for (const scope of ['alerts', 'moderator'] as const) {
      const token = await fixture.token(streamer, scope);
      for (const name of named('streamer')) {
        const isRead = routes[name].method === 'GET';
        const reply = await request(url, name, { token, params: nobody, ...(!isRead && { body: {} }) });
        expect([name, reply.status], scope).toEqual([name, 403]);
      }
      for (const name of named('desk')) {
        const reply = await request(url, name, { token, params: nobody });
        expect([401, 403], name).not.toContain(reply.status);
      }
      const desk = await fixture.desk(token);
      expect(desk.role).toBe(scope === 'alerts' ? 'tool' : 'moderator');
      expect(desk.streamerName).toBe(streamer.username);
    }
    for (const name of named('desk')) {
      for (const token of [undefined, 'nonsense', `brava_${'x'.repeat(43)}`]) {
        const reply = await request(url, name, { params: nobody, ...(token !== undefined && { token }) });
        expect(reply, name).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      }
    }
  });

  test('is told once: the database has its hash alone, and lists say what it opens', async () => {
    const streamer = await registerStreamer(url);
    const made = await call(url, 'createAccessToken', {
      token: streamer.token,
      body: { scope: 'alerts', name: '  Deck ', hidesAmounts: true },
    });
    expect(made).toMatchObject({ scopes: ['alerts'], name: 'Deck', hidesAmounts: false, lastUsedAt: null });
    expect(made.token).toMatch(/^brava_[\w-]{43}$/);
    const { data } = await call(url, 'accessTokens', { token: streamer.token });
    const { token, ...listed } = made;
    expect(data).toEqual([listed]);
    const { rows } = await fixture.db.query<{ hash: Buffer }>(
      `select token_hash as hash from access_tokens where id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ hash: createHash('sha256').update(token).digest() }]);
  });

  test('is known to have been used, written down once a minute at most', async () => {
    const streamer = await registerStreamer(url);
    const token = await fixture.token(streamer, 'alerts');
    const lastUsedAt = async () =>
      (await call(url, 'accessTokens', { token: streamer.token })).data[0]?.lastUsedAt;
    await fixture.desk(token);
    const first = await lastUsedAt();
    expect(first).not.toBeNull();
    fixture.server.passTime(50_000);
    await fixture.desk(token);
    expect(await lastUsedAt()).toBe(first);
    fixture.server.passTime(20_000);
    await fixture.desk(token);
    expect(await lastUsedAt()).not.toBe(first);
  });

  test('is one of fifty at most; an ended one makes room', async () => {
    const streamer = await registerStreamer(url);
    await fixture.db.query(
      `insert into access_tokens (user_id, token_hash, scope, name, hides_amounts, created_at)
       select $1::uuid, sha256(($1::text || n)::bytea), 'alerts', 'n', false, now() from generate_series(1, 49) n`,
      [streamer.user.id],
    );
    const create = () =>
      request(url, 'createAccessToken', {
        token: streamer.token,
        body: { scope: 'moderator', name: 'mod' },
      });
    const made = await Promise.all([create(), create(), create()]);
    expect(made.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(made.find((reply) => reply.status === 409)?.body).toMatchObject({
      code: 'too_many_access_tokens',
    });
    const { data } = await call(url, 'accessTokens', { token: streamer.token });
    await call(url, 'revokeAccessToken', {
      token: streamer.token,
      params: { id: String(data[0]?.id) },
    });
    expect((await create()).status).toBe(201);
  });

  test('ends with all that came in by it, at once; others stay', async () => {
    const streamer = await registerStreamer(url);
    const stranger = await registerStreamer(url);
    const ended = await fixture.token(streamer, 'moderator');
    const staying = await fixture.token(streamer, 'moderator');
    const [one, other] = [await listen(url, { token: ended }), await listen(url, { token: staying })];
    for (const { socket } of [one, other]) socket.emit('desk_connect', {});
    await until(() => expect(one.heard('desk_connected')).toEqual([{ role: 'moderator' }]));
    await until(() => expect(other.heard('desk_connected')).toHaveLength(1));
    const { data } = await call(url, 'accessTokens', { token: streamer.token });
    const params = { id: String(data[1]?.id) };
    const refused = await request(url, 'revokeAccessToken', { token: stranger.token, params });
    expect(refused).toMatchObject({ status: 404, body: { code: 'access_token_not_found' } });
    await call(url, 'revokeAccessToken', { token: streamer.token, params });
    await until(() => expect(one.socket.connected).toBe(false));
    expect(one.heard('error')).toEqual([expect.objectContaining({ code: 'unauthorized' })]);
    expect((await request(url, 'alertDesk', { token: ended })).status).toBe(401);
    expect((await request(url, 'alertDesk', { token: staying })).status).toBe(200);
    expect(other.socket.connected).toBe(true);
    const again = await request(url, 'revokeAccessToken', { token: streamer.token, params });
    expect(again.status).toBe(404);
  });

  test('has a budget of calls of its own, wherever it is used from', async () => {
    const http = await openHttp({ limits: { write: { account: { max: 6, windowMs: 3_600_000 } } } });
    try {
      const { token } = await http.signUp('streamer');
      const body = { scope: 'alerts', name: 'deck' };
      const deck = (await http.call('POST', '/access-tokens', body, token)).json<{ token: string }>();
      const press = (from: string) =>
        http.app.inject({
          method: 'POST',
          url: '/api/alerts/pause',
          headers: { authorization: `Bearer ${deck.token}` },
          remoteAddress: from,
        });
      const statuses: number[] = [];
      for (let index = 1; index <= 7; index += 1) {
        statuses.push((await press(`10.0.0.${index}`)).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    } finally {
      await http.stop();
    }
  });
});

describe('a moderator', () => {
  test('whose link hides amounts sees none, anywhere at the desk', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    await fixture.donate(streamer, { donatorName: 'held' });
    await fixture.change(streamer, {});
    for (const donatorName of ['now', 'next', 'tray', 'done'])
      await fixture.donate(streamer, { donatorName });
    const set = (what: string, name: string) =>
      fixture.db.query(
        `update alerts a set ${what} from donations d
         where d.id = a.donation_id and d.user_id = $1 and d.donator_name = $2`,
        [streamer.user.id, name],
      );
    await set('sent_at = now()', 'now');
    await set('trayed_at = now()', 'tray');
    await set(`settled_at = now(), settled_how = 'skipped'`, 'done');
    const hidden = await fixture.desk(await fixture.token(streamer, 'moderator', true));
    const open = await fixture.desk(await fixture.token(streamer, 'moderator', false));
    const alertsOf = ({ now, toApprove, next, tray, recent }: typeof hidden) =>
      [now, toApprove[0], next[0], tray[0], recent[0]].filter((alert) => alert != null);
    const amounts = (desk: typeof hidden) =>
      alertsOf(desk).map(({ donatorName, amount }) => [donatorName, amount]);
    const all = ['now', 'held', 'next', 'tray', 'done'];
    expect(amounts(hidden)).toEqual(all.map((name) => [name, null]));
    expect(amounts(open)).toEqual(all.map((name) => [name, 0.002]));
    expect(JSON.stringify(hidden)).not.toContain('0.002');
    // Whoever knows a donation's id may ask for its amount.
    for (const { donationId } of alertsOf(open)) expect(JSON.stringify(hidden)).not.toContain(donationId);
  });

  test('who knows no donation by its id replays it by its alert', async () => {
    const streamer = await registerStreamer(url);
    const token = await fixture.token(streamer, 'moderator', true);
    const id = await fixture.donate(streamer, { donatorName: 'again' });
    await call(url, 'markShown', { token: streamer.token, params: { id } });
    const [alert] = (await fixture.desk(token)).recent;
    const desk = await call(url, 'replayAlert', { token, body: { alertId: alert?.id } });
    expect(desk.next).toMatchObject([{ kind: 'replay', donatorName: 'again', donationId: null }]);
  });

  test('hears the desk over a socket and nothing of the streamer’s own', async () => {
    const streamer = await registerStreamer(url);
    const moderator = await listen(url, { token: await fixture.token(streamer, 'moderator', true) });
    moderator.socket.emit('streamer_connect', { userId: streamer.user.id });
    await until(() => expect(moderator.heard('error').map(({ code }) => code)).toEqual(['session_needed']));
    moderator.socket.emit('desk_connect', {});
    await until(() => expect(moderator.heard('desk_connected')).toEqual([{ role: 'moderator' }]));
    await openOverlay(url, streamer.widgetCode);
    await until(() => expect(moderator.heard('overlay_state').at(-1)).toMatchObject({ connected: 1 }));
    await fixture.donate(streamer);
    await until(() => expect(moderator.heard('alerts_changed').at(-1)).toEqual({ waiting: 1 }));
    expect(moderator.heard('donation_changed')).toEqual([]);
    expect(moderator.heard('show_donation')).toEqual([]);
    const body = { scopes: ['webhooks' as const], name: 'bot' };
    const bot = await call(url, 'createAccessToken', { token: streamer.token, body });
    const other = await listen(url, { token: bot.token });
    other.socket.emit('desk_connect', {});
    await until(() => expect(other.heard('error').map(({ code }) => code)).toEqual(['insufficient_scope']));
    for (const auth of [{}, { token: 'nonsense' }, { token: `brava_${'x'.repeat(43)}` }]) {
      const stranger = await listen(url, auth);
      stranger.socket.emit('desk_connect', {});
      await until(() =>
        expect(stranger.heard('error')).toEqual([expect.objectContaining({ code: 'unauthorized' })]),
      );
    }
  });

  test('is named in the log with all that they did; what they repeated is there once', async () => {
    const streamer = await registerStreamer(url);
    const moderator = await fixture.token(streamer, 'moderator');
    await fixture.change(streamer, { approveFirst: true });
    await fixture.donate(streamer, { donatorName: 'Ann' });
    const [alert] = (await fixture.desk(moderator)).toApprove;
    const params = { id: String(alert?.id) };
    for (let again = 0; again < 2; again += 1) {
      await call(url, 'approveAlert', { token: moderator, params, body: { mask: true } });
      await call(url, 'pauseAlerts', { token: streamer.token });
    }
    const { data } = await call(url, 'alertLog', { token: streamer.token });
    expect(data.map(({ who, role, action, donatorName }) => [who, role, action, donatorName])).toEqual([
      [streamer.username, 'streamer', 'pause', null],
      [`moderator of ${streamer.username}`, 'moderator', 'approve_masked', 'Ann'],
      [streamer.username, 'streamer', 'settings', null],
      [streamer.username, 'streamer', 'token_created', `moderator of ${streamer.username}`],
    ]);
  });
});

describe('a replaced widget code', () => {
  test('opens nothing any more, cuts off what it had opened, and leaves the public code shut out', async () => {
    const streamer = await registerStreamer(url);
    const old = await openOverlay(url, streamer.widgetCode);
    old.socket.on('connect', () => old.socket.emit('obs_connect', { linkCode: streamer.widgetCode }));
    const viewer = await openOverlay(url, streamer.donationLink);
    const { linkCode } = await call(url, 'replaceWidgetCode', { token: streamer.token });
    expect(linkCode).not.toBe(streamer.widgetCode);
    expect(await call(url, 'donationLink', { token: streamer.token })).toMatchObject({ linkCode });
    // Told when it is cut off, and again when it comes back.
    await until(() =>
      expect(old.heard('error').map(({ code }) => code)).toEqual(['invalid_link_code', 'invalid_link_code']),
    );
    const overlay = await openOverlay(url, linkCode);
    const id = await fixture.donate(streamer);
    await until(() => expect(overlay.heard('show_donation').map((shown) => shown.id)).toContain(id));
    expect(old.heard('show_donation')).toEqual([]);
    expect(viewer.heard('show_donation')).toEqual([]);
    const page = await request(url, 'donationPage', { params: { linkCode: streamer.widgetCode } });
    expect(page.status).toBe(404);
  });

  test('opens nothing to a socket that brought it before it was replaced and says what it is only then', async () => {
    const streamer = await registerStreamer(url);
    const auth = { linkCode: streamer.widgetCode };
    const socket = io(`${url}/api`, { transports: ['websocket'], forceNew: true, auth });
    onTestFinished(() => void socket.close());
    const codes: string[] = [];
    socket.on('error', ({ code }: { code: string }) => codes.push(code));
    socket.on('obs_connected', () => codes.push('connected'));
    await until(() => expect(socket.connected).toBe(true));
    await call(url, 'replaceWidgetCode', { token: streamer.token });
    socket.emit('obs_connect', auth);
    await until(() => expect(codes).toEqual(['invalid_link_code']));
  });
});
