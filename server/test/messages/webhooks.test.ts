import { Webhook as Verifier } from 'standardwebhooks';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { webhookEvents, type WebhookDelivery } from '#contract/webhooks.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { type Receiver, type Received, startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';

let url: string;
const fixture = forFile(openDesk);
beforeAll(() => {
  ({ url } = fixture.server);
});

async function open(events: readonly string[] = webhookEvents) {
  const streamer = await registerStreamer(url);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const hook = await call(url, 'createWebhook', {
    token: streamer.token,
    body: { url: receiver.url, events },
  });
  return { streamer, receiver, hook };
}

const types = ({ received }: Receiver) => received.map(({ message }) => message.type);
const headersOf = ({ headers }: Received) => headers as Record<string, string>;

async function secretOf({ token }: TestStreamer, id: string): Promise<string> {
  return (await call(url, 'webhookSecret', { token, params: { id } })).secret;
}

async function log({ token }: TestStreamer, id: string): Promise<WebhookDelivery[]> {
  return (await call(url, 'webhookDeliveries', { token, params: { id } })).data;
}

async function sendTest(streamer: TestStreamer, id: string): Promise<WebhookDelivery> {
  const { token } = streamer;
  const sent = await call(url, 'testWebhook', { token, params: { id } });
  let delivery = sent;
  await until(async () => {
    delivery = await call(url, 'webhookDelivery', { token, params: { id: sent.id } });
    expect(delivery.state).not.toBe('waiting');
  });
  return delivery;
}

describe('a donation', () => {
  test('is told step by step, signed as Standard Webhooks say, each step once', async () => {
    const { streamer, receiver, hook } = await open();
    acknowledgeAll(await openOverlay(url, streamer.widgetCode), 150);
    const id = await fixture.donate(streamer, { donatorName: 'Ann', message: 'brava! 🎉' });
    await until(() => expect(receiver.received).toHaveLength(3));
    expect(types(receiver).toSorted()).toEqual([
      'donation.received',
      'donation.shown',
      'donation.transferred',
    ]);
    const verifier = new Verifier(await secretOf(streamer, hook.id));
    for (const one of receiver.received) {
      expect(verifier.verify(one.body, headersOf(one))).toEqual(one.message);
      expect(() => verifier.verify(`${one.body} `, headersOf(one))).toThrow('No matching signature');
    }
    const [first] = receiver.received;
    expect(first?.message).toMatchObject({
      version: 1,
      type: 'donation.received',
      data: { id, donatorName: 'Ann', message: 'brava! 🎉', amount: 0.002, amountLamports: '2000000' },
    });
    const last = receiver.received.find(({ message }) => message.type === 'donation.transferred');
    expect(last?.message.data.transferSignature).toMatch(/^\w{64,}$/);
    const { rows } = await fixture.db.query<{ creator: string | null; donation: string; widget: string }>(
      `select d.creator, u.donation_code as donation, u.widget_code as widget
       from donations d join users u on u.id = d.user_id where d.id = $1`,
      [id],
    );
    for (const { body } of receiver.received) {
      expect(body).not.toContain(streamer.widgetCode);
      expect(body).not.toContain(String(rows[0]?.donation));
      expect(body).not.toMatch(/127\.0\.0\.1|creator|address/);
    }
    const deliveries = await log(streamer, hook.id);
    expect(deliveries).toHaveLength(3);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, lastError: null });
      expect(receiver.received.map(({ body }) => body)).toContain(delivery.payload);
    }
  });

  test('is told only of what was asked for, and to nobody else', async () => {
    const { streamer, receiver } = await open(['donation.transferred']);
    const stranger = await open();
    await fixture.donate(streamer);
    await until(() => expect(types(receiver)).toEqual(['donation.transferred']));
    expect(stranger.receiver.received).toEqual([]);
  });
});

describe('a secret', () => {
  test('that is replaced signs beside the new one for a day', async () => {
    const { streamer, receiver, hook } = await open();
    const old = await secretOf(streamer, hook.id);
    const params = { id: hook.id };
    const { secret } = await call(url, 'replaceWebhookSecret', { token: streamer.token, params });
    expect(secret).not.toBe(old);
    await sendTest(streamer, hook.id);
    const [both] = receiver.received;
    if (both === undefined) throw new Error('A delivered test was received.');
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const one of [old, secret]) new Verifier(one).verify(both.body, headersOf(both));
    // Past the day; the time in the signature is the server's, so the library's own window is not asked here.
    fixture.server.passTime(25 * 3_600_000);
    await sendTest(streamer, hook.id);
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    const { data } = await call(url, 'listWebhooks', { token: streamer.token });
    expect(data).toMatchObject([{ oldSecretUntil: null }]);
  });

  test('is shown after the password alone, is another for each webhook, and is nowhere in the database', async () => {
    const { streamer, hook } = await open();
    const other = await open();
    const secret = await secretOf(streamer, hook.id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretOf(streamer, hook.id)).toBe(secret);
    expect(await secretOf(other.streamer, other.hook.id)).not.toBe(secret);
    const { rows } = await fixture.db.query<{ all: string }>(
      `select (select string_agg(w::text, '') from webhooks w) || (select string_agg(a::text, '') from audit a)
        || coalesce((select string_agg(d::text, '') from webhook_deliveries d), '') as all`,
    );
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const form of [secret.slice('whsec_'.length), bytes.toString('hex')]) {
      expect(rows[0]?.all).not.toContain(form);
    }
    fixture.server.passTime(16 * 60_000);
    const params = { id: hook.id };
    for (const name of ['webhookSecret', 'replaceWebhookSecret'] as const) {
      const reply = await request(url, name, { token: streamer.token, params });
      expect(reply).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    }
  });
});

describe('a streamer', () => {
  test('has five webhooks at most, sees and changes their own alone', async () => {
    const { streamer, receiver, hook } = await open();
    const stranger = await registerStreamer(url);
    let created = 0;
    const create = () => {
      const body = { url: `${receiver.url}?${(created += 1)}`, events: ['donation.received'] };
      return request(url, 'createWebhook', { token: streamer.token, body });
    };
    const replies = await Promise.all([create(), create(), create(), create(), create(), create()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 409, 409,
    ]);
    const params = { id: hook.id };
    const [delivery] = await log(streamer, hook.id).then(async (known) =>
      known.length > 0 ? known : [await sendTest(streamer, hook.id)],
    );
    for (const [name, given] of [
      ['changeWebhook', { params, body: { isActive: false } }],
      ['deleteWebhook', { params }],
      ['webhookSecret', { params }],
      ['replaceWebhookSecret', { params }],
      ['testWebhook', { params }],
      ['webhookDeliveries', { params }],
      ['webhookDelivery', { params: { id: String(delivery?.id) } }],
      ['redeliverWebhook', { params: { id: String(delivery?.id) } }],
    ] as const) {
      const reply = await request(url, name, { token: stranger.token, ...given });
      expect([name, reply.status]).toEqual([name, 404]);
    }
    await call(url, 'deleteWebhook', { token: streamer.token, params });
    expect(
      (await request(url, 'webhookDelivery', { token: streamer.token, params: { id: String(delivery?.id) } }))
        .status,
    ).toBe(404);
    expect((await create()).status).toBe(201);
    const { rows } = await fixture.db.query<{ action: string }>(
      `select action from audit where user_id = $1 and action like 'webhook%' order by id`,
      [streamer.user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 5 }, () => 'webhook_created'),
      'webhook_deleted',
      'webhook_created',
    ]);
  });

  test('who creates the same again, as after a lost answer, gets the first; later or otherwise it is another', async () => {
    const { streamer, receiver, hook } = await open();
    const { token } = streamer;
    const create = async (events: readonly string[] = webhookEvents) =>
      (await call(url, 'createWebhook', { token, body: { url: receiver.url, events } })).id;
    expect(await Promise.all([create(), create(), create()])).toEqual([hook.id, hook.id, hook.id]);
    expect(await create(webhookEvents.slice(1))).not.toBe(hook.id);
    await call(url, 'changeWebhook', { token, params: { id: hook.id }, body: { isActive: false } });
    const second = await create();
    expect(second).not.toBe(hook.id);
    fixture.server.passTime(5 * 60_000);
    expect([hook.id, second]).not.toContain(await create());
    const { rows } = await fixture.db.query(
      `select from audit where user_id = $1 and action = 'webhook_created'`,
      [streamer.user.id],
    );
    expect(rows).toHaveLength(4);
  });

  test('whose URL leads inside is refused', async () => {
    const { token } = await registerStreamer(url);
    for (const inner of [
      'https://169.254.169.254/',
      'http://10.0.0.1/',
      'https://x.internal/',
      `${url}/api`,
    ]) {
      const body = { url: inner, events: ['donation.received'] };
      const reply = await request(url, 'createWebhook', { token, body });
      expect(reply, inner).toMatchObject({ status: 400, body: { code: 'webhook_url_refused' } });
    }
  });

  test('who switches a webhook off has what waits given up, and can have it sent later', async () => {
    const { streamer, receiver, hook } = await open(['donation.received']);
    const { token } = streamer;
    receiver.answer((response) => response.writeHead(500).end());
    await fixture.donate(streamer);
    await until(async () =>
      expect(await log(streamer, hook.id)).toMatchObject([{ state: 'waiting', lastStatus: 500 }]),
    );
    const params = { id: hook.id };
    await call(url, 'changeWebhook', { token, params, body: { isActive: false } });
    const [given] = await log(streamer, hook.id);
    expect(given).toMatchObject({ state: 'given_up', nextAt: null, lastError: 'status' });
    await fixture.donate(streamer);
    expect(await log(streamer, hook.id)).toHaveLength(1);
    const again = { token, params: { id: String(given?.id) } };
    expect((await request(url, 'redeliverWebhook', again)).body).toMatchObject({
      code: 'webhook_switched_off',
    });
    await call(url, 'changeWebhook', { token, params, body: { isActive: true } });
    receiver.answer((response) => response.end());
    await call(url, 'redeliverWebhook', again);
    await until(async () =>
      expect(await log(streamer, hook.id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]),
    );
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([given?.id]));
  });

  test('sees at once how a test went, also of a webhook that is switched off', async () => {
    const { streamer, receiver, hook } = await open();
    const params = { id: hook.id };
    await call(url, 'changeWebhook', { token: streamer.token, params, body: { isActive: false } });
    expect(await sendTest(streamer, hook.id)).toMatchObject({
      event: 'test',
      state: 'delivered',
      lastStatus: 200,
    });
    receiver.answer((response) => response.writeHead(503).end());
    expect(await sendTest(streamer, hook.id)).toMatchObject({
      state: 'given_up',
      lastStatus: 503,
      attempts: 1,
    });
    expect(receiver.received.map(({ message }) => message.type)).toEqual(['test', 'test']);
  });
});

describe('a receiver', () => {
  test('that answers 410 is told nothing any more', async () => {
    const { streamer, receiver, hook } = await open(['donation.received', 'donation.transferred']);
    receiver.answer((response) => response.writeHead(410).end());
    await fixture.donate(streamer);
    await until(async () => {
      const { data }: RouteReply<'listWebhooks'> = await call(url, 'listWebhooks', { token: streamer.token });
      expect(data).toMatchObject([{ id: hook.id, isActive: false, disabledWhy: 'gone' }]);
    });
    await fixture.donate(streamer);
    expect((await log(streamer, hook.id)).every(({ state }) => state === 'given_up')).toBe(true);
  });

  test('that fails hears of it again under the same id, signed anew', async () => {
    const { streamer, receiver, hook } = await open(['donation.received']);
    receiver.answer((response) => response.writeHead(500).end());
    await fixture.donate(streamer);
    await until(() => expect(receiver.received).toHaveLength(1));
    receiver.answer((response) => response.end());
    fixture.server.passTime(10_000);
    await until(async () =>
      expect(await log(streamer, hook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]),
    );
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
  });
});
