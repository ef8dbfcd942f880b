import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { type Brava, startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createOperatorStore } from '#server/postgres/operator/operator-store.ts';
import { createUserStore } from '#server/postgres/accounts/user-store.ts';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { freePort } from '#server/test/free-port.ts';
import {
  acknowledgeAll,
  call,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

let other: Brava;
let urls: string[];
let db: Database;
const server = forFile(() => startTestServer({ environment: { LOG_LEVEL: 'silent' } }));
beforeAll(async () => {
  const { seedFile: SEED_FILE, connectionString: DATABASE_URL, dataDir } = server;
  const settings = {
    PORT: String(await freePort()),
    SEED_FILE,
    DATABASE_URL,
    DATA_DIR: `${dataDir}-2`,
    LOG_LEVEL: 'silent',
  };
  other = await startBrava(readConfig(settings), server.around(), server.logger);
  urls = [server.url, other.url];
  db = openDatabase(server.connectionString, { maxConnections: 2, onError: () => {} });
});
afterAll(async () => {
  await db.destroy();
  await other.stop();
});

async function offer(streamer: TestStreamer, audioFileName?: string): Promise<string> {
  const body = { linkCode: streamer.donationLink, audioFileName };
  return (await call(server.url, 'createDonation', { body })).id;
}
const sizes = () => [other.ports.memories.donations.size(), other.ports.memories.pages.size()];
const statusAt = (url: string, id: string) => call(url, 'donationStatus', { params: { id } });
const publicAt = (url: string, id: string) => call(url, 'publicDonation', { params: { id } });
const pageAt = (url: string, linkCode: string) => request(url, 'donationPage', { params: { linkCode } });

/** Status, body and headers, but for what is another each time. */
async function wholeAnswer(url: string, id: string) {
  const reply = await fetch(`${url}/api/donations/status/${id}`);
  const headers = [...reply.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status: reply.status, body: await reply.text(), headers };
}

/** Both processes have read it, and both come to say something else soon after the change. */
async function sayBoth<T>(
  read: (url: string) => Promise<T>,
  change: () => Promise<unknown>,
  wanted: object,
): Promise<T[]> {
  let said: T[] = [];
  for (const url of urls) expect(await read(url)).not.toMatchObject(wanted);
  await change();
  await until(async () => {
    said = [];
    for (const url of urls) said.push(await read(url));
    expect(said).toMatchObject([wanted, wanted]);
  });
  return said;
}

test('polls, pages and configuration that nothing has changed ask the database nothing', async () => {
  const streamer = await registerStreamer(server.url);
  const id = await offer(streamer);
  const ask = async () => {
    await statusAt(other.url, id);
    await publicAt(other.url, id);
    await pageAt(other.url, streamer.donationLink);
    await call(other.url, 'config');
  };
  const { donations, streamers, alertSettings, clips } = other.ports;
  const reads = [
    vi.spyOn(donations, 'find'),
    vi.spyOn(streamers, 'find'),
    vi.spyOn(streamers, 'findByCode'),
    vi.spyOn(alertSettings, 'find'),
    vi.spyOn(clips.store, 'find'),
  ];
  await ask();
  expect(reads.flatMap(({ mock }) => mock.calls)).not.toEqual([]);
  // On a busy machine the memory may be doubted for a moment.
  await until(async () => {
    for (const read of reads) read.mockClear();
    for (let round = 0; round < 10; round += 1) await ask();
    expect(reads.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
  for (const read of reads) read.mockRestore();
});

test('an answer from memory is that from the database, with all of its headers', async () => {
  const streamer = await registerStreamer(server.url);
  for (const clip of [undefined, await uploadTone(server.url)]) {
    const id = await offer(streamer, clip?.fileName);
    const find = vi.spyOn(other.ports.donations, 'find');
    const fromDatabase = await wholeAnswer(other.url, id);
    expect(find).toHaveBeenCalled();
    await until(async () => {
      find.mockClear();
      expect(await wholeAnswer(other.url, id)).toEqual(fromDatabase);
      expect(find).not.toHaveBeenCalled();
    });
    find.mockRestore();
  }
});

test('an unknown donation asks the database each time and is not remembered', async () => {
  const before = sizes();
  for (let nr = 0; nr < 20; nr += 1) {
    const id = `00000000-0000-4000-8000-0000000000${10 + nr}`;
    expect((await request(other.url, 'donationStatus', { params: { id } })).status).toBe(404);
    expect((await pageAt(other.url, `nobody${nr}`)).status).toBe(404);
  }
  expect(sizes()).toEqual(before);
});

describe('two processes say the same of a donation soon after', () => {
  test('it was paid, shown and passed on', async () => {
    const streamer = await registerStreamer(server.url);
    const id = await offer(streamer);
    const pay = () => call(server.url, 'sandboxPay', { body: { donationId: id, amount: 0.2 } });
    expect(await sayBoth((url) => statusAt(url, id), pay, { status: 'RECEIVED', amount: 0.2 })).toHaveLength(
      2,
    );
    const show = async () =>
      acknowledgeAll(await openOverlay(other.url, streamer.widgetCode), quickPace.cardMs);
    expect(
      await sayBoth((url) => publicAt(url, id), show, {
        status: 'TRANSFERRED',
        shownOnStreamAt: expect.any(String),
        transferSignature: expect.any(String),
      }),
    ).toHaveLength(2);
  });

  test('it was paid after its streamer had blocked it', async () => {
    const streamer = await registerStreamer(server.url);
    const id = await offer(streamer);
    for (const url of urls) await statusAt(url, id);
    await call(server.url, 'blockDonation', { token: streamer.token, params: { id } });
    const pay = () => call(other.url, 'sandboxPay', { body: { donationId: id } });
    expect(
      await sayBoth((url) => statusAt(url, id), pay, { status: expect.stringMatching(/SHOWN|TRANSFERRED/) }),
    ).toHaveLength(2);
    for (const url of urls) expect(await publicAt(url, id)).toMatchObject({ shownOnStreamAt: null });
  });

  test('its streamer was renamed', async () => {
    const streamer = await registerStreamer(server.url);
    const id = await offer(streamer);
    const to = `r${streamer.username}`;
    const rename = () => createUserStore(db).rename(streamer.user.id, { from: streamer.username, to });
    expect(await sayBoth((url) => publicAt(url, id), rename, { streamerName: to })).toHaveLength(2);
  });
});

describe('two processes say the same of a page soon after', () => {
  const closed = { status: 404, body: { code: 'invalid_link_code' } };
  const open = { status: 200 };

  test('its streamer changed the minimum', async () => {
    const { user, donationLink } = await registerStreamer(server.url);
    const change = () => other.ports.streamers.change(user.id, { minLamports: 250_000_000n });
    expect(
      await sayBoth((url) => pageAt(url, donationLink), change, { body: { minDonationAmount: 0.25 } }),
    ).toHaveLength(2);
  });

  test('its streamer was renamed', async () => {
    const { user, username, donationLink } = await registerStreamer(server.url);
    const to = `r${username}`;
    const rename = () => createUserStore(db).rename(user.id, { from: username, to });
    expect(
      await sayBoth((url) => pageAt(url, donationLink), rename, { body: { streamerName: to } }),
    ).toHaveLength(2);
  });

  test('its link was switched off, and on again', async () => {
    const { user, donationLink } = await registerStreamer(server.url);
    const set = (acceptingDonations: boolean) => () =>
      other.ports.streamers.change(user.id, { acceptingDonations });
    expect(await sayBoth((url) => pageAt(url, donationLink), set(false), closed)).toHaveLength(2);
    expect(await sayBoth((url) => pageAt(url, donationLink), set(true), open)).toHaveLength(2);
  });

  test('the operator suspended it, and took that back', async () => {
    const { user, donationLink } = await registerStreamer(server.url);
    const act = { operatorId: user.id, streamerId: user.id, reason: 'A complaint' };
    const store = createOperatorStore(db, { now: () => new Date() });
    const set = (isSuspended: boolean) => () => store.setSuspended(act, isSuspended);
    expect(await sayBoth((url) => pageAt(url, donationLink), set(true), closed)).toHaveLength(2);
    expect(await sayBoth((url) => pageAt(url, donationLink), set(false), open)).toHaveLength(2);
  });

  test('what becomes of messages and clips was changed', async () => {
    const { token, donationLink } = await registerStreamer(server.url);
    const settings: RouteReply<'alertSettings'> = await call(server.url, 'alertSettings', { token });
    const body = { ...settings, approveFirst: true, clipMinimumAmount: 50 };
    const change = () => call(other.url, 'changeAlertSettings', { token, body });
    expect(
      await sayBoth((url) => pageAt(url, donationLink), change, {
        body: { isModerated: true, clipMinimumAmount: 50 },
      }),
    ).toHaveLength(2);
  });

  test('the secret code by which it was opened is replaced', async () => {
    const { token, widgetCode } = await registerStreamer(server.url);
    const replace = () => call(server.url, 'replaceWidgetCode', { token });
    expect(await sayBoth((url) => pageAt(url, widgetCode), replace, closed)).toHaveLength(2);
  });

  test('a transaction that has nothing to do with it is still running', async () => {
    const { user, donationLink } = await registerStreamer(server.url);
    const slow = new Client({ connectionString: server.connectionString });
    await slow.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    const change = () => other.ports.streamers.change(user.id, { minLamports: 250_000_000n });
    expect(
      await sayBoth((url) => pageAt(url, donationLink), change, { body: { minDonationAmount: 0.25 } }),
    ).toHaveLength(2);
    await slow.query('rollback');
    await slow.end();
  });
});

test('what was changed while the database was out of reach is said once it is back, and nothing old before', async () => {
  const streamer = await registerStreamer(server.url);
  const id = await offer(streamer);
  for (const url of urls) await statusAt(url, id);
  const { pathname } = new URL(server.connectionString.replace(/^\w+:\/\/[^/]*/, 'postgres://x'));
  const name = decodeURIComponent(pathname.slice(1));
  const admin = new Client({ connectionString: server.connectionString.replace(name, 'postgres') });
  await admin.connect();
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(cut, [name]);
  await until(async () => {
    for (const url of urls) {
      const { status } = await request(url, 'donationStatus', { params: { id } });
      expect(status).toBeGreaterThanOrEqual(500);
    }
  });
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  await until(async () => {
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const url of urls) expect((await statusAt(url, id)).status).toBe('PENDING');
  });
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  await until(async () => {
    for (const url of urls) expect((await statusAt(url, id)).status).not.toBe('PENDING');
  });
});

test('time alone ends an offer and, after a day, a clip', async () => {
  const streamer = await registerStreamer(server.url);
  const clip = await uploadTone(server.url);
  const id = await offer(streamer, clip.fileName);
  for (const url of urls) expect(await statusAt(url, id)).toMatchObject({ mediaUrl: clip.url });
  server.passTime(12 * 60_000);
  await until(async () => {
    for (const url of urls) expect(await statusAt(url, id)).toMatchObject({ status: 'EXPIRED' });
  });
  for (const url of urls) expect(await statusAt(url, id)).toMatchObject({ mediaUrl: clip.url });
  server.passTime(24 * 3_600_000);
  await until(async () => {
    for (const url of urls) expect(await statusAt(url, id)).toMatchObject({ mediaUrl: null });
  });
});
