import { beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { serverEvents } from '#contract/events.ts';
import { rooms } from '#server/app/rooms.ts';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { openRaw, type RawSocket } from '#server/test/raw-socket.ts';
import {
  acknowledgeAll,
  call,
  handled,
  type Listener,
  listen,
  openOverlay,
  registerStreamer,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

let victim: TestStreamer;
const server = forFile(() =>
  startTestServer({
    pace: { ...quickPace, cardMs: 400, acknowledgeAfterMs: 300, resendAfterMs: 2000 },
    announceWithinMs: 2500,
  }),
);
beforeAll(async () => {
  victim = await registerStreamer(server.url);
});

const forge = ({ socket }: Listener, name: string, payload?: unknown) =>
  socket.emit(name as 'obs_connect', payload as never);

async function pay(streamer: TestStreamer): Promise<string> {
  const body = { linkCode: streamer.donationLink, donatorName: 'real' };
  const { id } = await call(server.url, 'createDonation', { body });
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  return id;
}
const statusOf = async (id: string) => (await call(server.url, 'donationStatus', { params: { id } })).status;
async function countRows(): Promise<unknown> {
  return await query(
    server.connectionString,
    "select (select count(*) from alerts) as alerts, (select count(*) from donations) as donations, (select count(*) from events where name not in ('overlay_state', 'alerts_changed')) as events",
  );
}

describe('what a client sends', () => {
  test('under the name of a server’s event, or of a room, makes nothing and reaches nobody', async () => {
    const overlay = await openOverlay(server.url, victim.widgetCode);
    const forger = await listen(server.url);
    forge(forger, 'obs_connect', { linkCode: victim.donationLink });
    const before = await countRows();
    const alert = { id: 'x', alertId: 'x', donatorName: 'forged', amount: 9, message: 'forged' };
    for (const name of Object.keys(serverEvents)) forge(forger, name, alert);
    for (const name of ['join', 'subscribe', 'room', 'message', '__proto__', 'constructor', 'emit', 'to']) {
      forge(forger, name, rooms.overlay(victim.user.id));
    }
    forge(forger, 'donation_connect', { id: rooms.streamer(victim.user.id) });
    await until(() =>
      expect(forger.heard('error').map(({ code }) => code)).toEqual([
        'invalid_request',
        'donation_not_found',
      ]),
    );
    expect(overlay.heard('show_donation')).toEqual([]);
    expect(overlay.heard('error')).toEqual([]);
    expect(await countRows()).toEqual(before);
  });

  test('opens nobody else’s dashboard or desk, whatever the account of its own', async () => {
    const stranger = await registerStreamer(server.url);
    const forger = await listen(server.url, { token: stranger.token, userId: victim.user.id });
    forge(forger, 'streamer_connect', { userId: victim.user.id });
    forge(forger, 'streamer_connect', { userId: victim.user.id, token: victim.token });
    await until(() =>
      expect(forger.heard('error').map(({ code }) => code)).toEqual(['unauthorized', 'unauthorized']),
    );
    forge(forger, 'desk_connect', { userId: victim.user.id });
    await until(() => expect(forger.heard('desk_connected')).toHaveLength(1));
    const told = forger.heard('alerts_changed').length + forger.heard('donation_changed').length;
    const id = await pay(victim);
    await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
    expect(forger.heard('alerts_changed').length + forger.heard('donation_changed').length).toBe(told);
  });

  test('as a token that is no text is no token, and no fault of ours', async () => {
    for (const token of [{ toString: 1, valueOf: 1 }, [victim.token], 7, null]) {
      const forger = await listen(server.url, { token } as unknown as { token: string });
      forge(forger, 'streamer_connect', { userId: victim.user.id });
      forge(forger, 'desk_connect', {});
      await until(() =>
        expect(forger.heard('error').map(({ code }) => code)).toEqual(['unauthorized', 'unauthorized']),
      );
    }
  });

  test('shows no donation: not by another’s overlay, the public code, a preview, nor too early', async () => {
    const streamer = await registerStreamer(server.url);
    const stranger = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const forgers = await Promise.all([
      openOverlay(server.url, stranger.widgetCode),
      openOverlay(server.url, streamer.donationLink),
      openOverlay(server.url, streamer.widgetCode, true),
      listen(server.url),
    ]);
    const id = await pay(streamer);
    await until(() => expect(overlay.heard('show_donation').at(-1)?.id).toBe(id));
    const alertId = overlay.heard('show_donation').at(-1)?.alertId;
    for (const socket of [...forgers, overlay]) {
      forge(socket, 'mark_donation_shown', { donationId: id });
      forge(socket, 'mark_donation_shown', { donationId: id, alertId });
    }
    await handled(overlay);
    expect(await statusOf(id)).toBe('RECEIVED');
    acknowledgeAll(overlay, 350);
    await until(async () => expect(['SHOWN', 'TRANSFERRED']).toContain(await statusOf(id)));
  });

  test('too early stays too early, however long it waits for what the socket said before', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const holder = new Client({ connectionString: server.connectionString });
    await holder.connect();
    const id = await pay(streamer);
    await until(() => expect(overlay.heard('show_donation').at(-1)?.id).toBe(id));
    const early = performance.now();
    await holder.query('begin; lock table overlay_sockets in share mode');
    forge(overlay, 'overlay_voices', { count: 3 });
    forge(overlay, 'mark_donation_shown', { donationId: id });
    forge(overlay, 'widget_connect', { linkCode: 'nobody' });
    await until(() => expect(performance.now() - early).toBeGreaterThan(500));
    expect(overlay.heard('error')).toEqual([]);
    await holder.query('commit');
    await holder.end();
    await until(() => expect(overlay.heard('error')).toHaveLength(1));
    expect(await statusOf(id)).toBe('RECEIVED');
    acknowledgeAll(overlay, 350);
    await until(async () => expect(['SHOWN', 'TRANSFERRED']).toContain(await statusOf(id)));
  });

  test('before it has announced itself does not keep it: it is cut off, and its client comes again', async () => {
    const silent = await listen(server.url);
    const overlay = await openOverlay(server.url, victim.widgetCode);
    let lost = '';
    silent.socket.on('disconnect', (reason) => (lost = reason));
    forge(silent, 'overlay_state', { visible: true });
    await until(() => expect(lost).toBe('transport close'));
    expect(silent.socket.active).toBe(true);
    await until(() => expect(silent.socket.connected).toBe(true));
    expect(overlay.socket.connected).toBe(true);
  });
});

test.each(['', '\0', 'a\0b', '\ud83d', "' or 1=1", 'é', `${'x'.repeat(63)}\n`])(
  'a code that cannot be one, %j, is a wrong one and no fault of ours',
  async (linkCode) => {
    const forger = await listen(server.url, { linkCode });
    forge(forger, 'obs_connect', { linkCode });
    forge(forger, 'widget_connect', { linkCode });
    await until(() => expect(forger.heard('error')).toHaveLength(2));
    expect(forger.heard('error').map(({ code }) => code)).toEqual(['invalid_link_code', 'invalid_link_code']);
  },
);

/** A connection by polling; what goes out by one request comes in by one turn of the server. */
async function openPoll(url: string): Promise<{ post(...messages: string[]): Promise<void> }> {
  const address = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address)).text();
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  return {
    async post(...messages) {
      const body = messages.join('\u001E');
      expect(await (await fetch(`${address}&sid=${sid}`, { method: 'POST', body })).text()).toBe('ok');
    },
  };
}

async function join(raw: RawSocket): Promise<void> {
  raw.send('40/api,');
  await until(() => expect(raw.heard.some((heard) => heard.startsWith('40/api,'))).toBe(true));
}

describe('a connection by hand', () => {
  // The library takes what is blank for the figure 0.
  test.each([
    '0',
    '0{}',
    '0/,',
    '0/admin,',
    '0/api/x,',
    '0/socket.io,{}',
    '0/api?x=1,',
    ' /admin,',
    '\t/,',
    '',
  ])('that asks for another namespace hears nothing and is closed: %s', async (join) => {
    const raw = await openRaw(server.url);
    raw.send(`4${join}`);
    await until(() => expect(raw.ended()).not.toBeNull(), 3000);
    expect(raw.heard.filter((message) => message.startsWith('4'))).toEqual([]);
  });

  test.each([
    ['an event with attachments', '451-/api,["obs_connect",{"_placeholder":true,"num":0}]'],
    ['an answer with attachments', '461-/api,1[{"_placeholder":true,"num":0}]'],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['a message that is too large', `42/api,["obs_connect","${'x'.repeat(20_000)}"]`],
    ['what is no message', '4nonsense'],
    ['an event before it joined', '42/api,["obs_connect",{"linkCode":"x"}]'],
  ])('that sends %s is closed', async (_, message) => {
    const raw = await openRaw(server.url);
    if (!String(message).startsWith('42/api,["obs_connect",{')) await join(raw);
    raw.send(message);
    await until(() => expect(raw.ended()).not.toBeNull(), 1500);
  });

  test('that sends without end is closed, be it answers that nobody asked for', async () => {
    const raw = await openRaw(server.url);
    await join(raw);
    for (let sent = 0; sent < 590; sent += 1) raw.send(`43/api,${sent}[]`);
    // What it sent is handled in order: when this is answered, all of it was.
    raw.send('42/api,["widget_connect",{"linkCode":"nobody"}]');
    await until(() => expect(raw.heard.some((heard) => heard.includes('"error"'))).toBe(true));
    expect(raw.ended()).toBeNull();
    for (let sent = 0; sent < 20; sent += 1) raw.send(`43/api,${sent}[]`);
    await until(() => expect(raw.ended()).not.toBeNull(), 1500);
  });

  test('that asks to come in again is closed, whether it was let in by then or not', async () => {
    const hasty = await openRaw(server.url);
    for (let asked = 0; asked < 2; asked += 1) hasty.send('40/api,{"token":"brava_nobody"}');
    const disguised = await openRaw(server.url);
    for (const begin of '0 ') disguised.send(`4${begin}/api,{"token":"brava_nobody"}`);
    const settled = await openRaw(server.url);
    await join(settled);
    settled.send('40/api,');
    for (const raw of [hasty, disguised, settled])
      await until(() => expect(raw.ended()).not.toBeNull(), 1500);
  });

  test('that leaves the namespace ends', async () => {
    const raw = await openRaw(server.url);
    await join(raw);
    raw.send('41/api,');
    await until(() => expect(raw.ended()).not.toBeNull(), 1500);
  });

  test('that leaves the namespace and goes on with the same request is heard no more', async () => {
    const streamer = await registerStreamer(server.url);
    const poll = await openPoll(server.url);
    await poll.post('40/api,');
    await poll.post('41/api,', `42/api,["obs_connect",{"linkCode":"${streamer.widgetCode}"}]`);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    // Its own arrival is written down.
    await handled(overlay);
    const desk = await listen(server.url, { token: streamer.token });
    forge(desk, 'desk_connect', {});
    await until(() => expect(desk.heard('overlay_state')).not.toEqual([]));
    expect(desk.heard('overlay_state').map(({ connected }) => connected)).toEqual([1]);
  });

  test('from the page of another site is refused, by websocket and by polling', async () => {
    const origins = {
      'https://evil.example': 403,
      null: 403,
      [server.url]: 200,
      'http://localhost.evil.example': 403,
    };
    for (const [origin, status] of Object.entries(origins)) {
      const polling = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { origin },
      });
      expect([origin, polling.status]).toEqual([origin, status]);
      const raw = await openRaw(server.url, { origin });
      expect([origin, raw.ended() === null]).toEqual([origin, status === 200]);
    }
  });

  // Its pictures, with which it would use up what sockets of the visitor's network may begin.
  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('that a browser begins for a page of %s without an origin gets %i', async (site, status) => {
    const headers = { 'sec-fetch-site': site };
    const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers });
    expect(answer.status).toBe(status);
  });
});
