import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { hasBeenShown } from '#server/postgres/alerts/has-been-shown.ts';
import { showHeld } from '#server/postgres/alerts/show-held.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';
import { rpcCall } from '#server/test/faults/rpc-call.ts';

let url: string;
// Long cards: nothing ends by itself while a test looks at it.
const pace = { ...quickPace, cardMs: 20_000 };
const fixture = forFile(() => openDesk({ pace }));
beforeAll(() => {
  ({ url } = fixture.server);
});

const openDb = () => {
  const db = openDatabase(fixture.server.connectionString, { maxConnections: 4, onError: () => {} });
  onTestFinished(() => db.destroy());
  return db;
};
const byId = (id: unknown) => ({ params: { id: String(id) } });
const waiting = async ({ token }: TestStreamer) => {
  const { toApprove, next, tray } = await fixture.desk(token);
  return [toApprove, next, tray].map((list) => list.map(({ donatorName }) => donatorName));
};
const heldFor = async ({ token }: TestStreamer) =>
  Object.fromEntries(
    (await fixture.desk(token)).toApprove.map((alert) => [alert.donatorName, alert.heldFor]),
  );

async function addClip(donationId: string, name: string): Promise<void> {
  await fixture.db.query(
    `insert into clips (name, mime_type, duration_ms, bytes, uploaded_at, expires_at, stored_at, donation_id)
     values ($1, 'audio/mpeg', 3000, 1, now(), now() + interval '1 day', now(), $2)`,
    [`${name.repeat(26)}.mp3`, donationId],
  );
}

/** Has what is held wait for so many minutes longer. */
const age = async (kat: TestStreamer, minutes: number) => {
  await fixture.db.query(
    `update alerts set held_at = held_at - $2 * interval '1 minute' where user_id = $1`,
    [kat.user.id, minutes],
  );
};

/** An overlay that has been open for so many minutes. */
const openFor = async (kat: TestStreamer, minutes: number) => {
  const overlay = await openOverlay(url, kat.widgetCode);
  const opened = `update overlay_sockets set opened_at = now() - $2 * interval '1 minute' where user_id = $1`;
  await until(async () =>
    expect((await fixture.db.query(opened, [kat.user.id, minutes])).rowCount).toBeGreaterThan(0),
  );
  return overlay;
};

const stateOf = async (kat: TestStreamer) =>
  (
    await fixture.db.query<{ state: string }>(`select state from alerts where user_id = $1 order by seq`, [
      kat.user.id,
    ])
  ).rows.map(({ state }) => state);

/** Pays from a wallet of somebody's own, and not from the faucet, which pays for everybody. */
async function payFrom(wallet: Awaited<ReturnType<typeof fundedWallet>>, id: string): Promise<void> {
  const { url: rpcUrl } = fixture.server.sandbox;
  const { walletAddress } = await call(url, 'publicDonation', { params: { id } });
  const signed = await signOwn(rpcUrl, wallet, [transferOf(wallet, walletAddress, 10_000_000n)]);
  await rpcCall(rpcUrl, 'sendTransaction', [
    signed,
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  await until(async () =>
    expect((await call(url, 'donationStatus', { params: { id } })).status).not.toBe('PENDING'),
  );
}

describe('what a streamer has held', () => {
  test('waits and says why: links, clips, long messages; everything else goes on', async () => {
    const kat = await registerStreamer(url);
    const page = { params: { linkCode: kat.donationLink } };
    await call(url, 'pauseAlerts', { token: kat.token });
    await fixture.donate(kat, { donatorName: 'before', message: 'see example.com' });
    await fixture.change(kat, { holdsLinks: true, holdsClips: true, holdsLongMessages: true });
    expect(await call(url, 'donationPage', page)).toMatchObject({ isModerated: true, approvesFirst: false });
    await fixture.donate(kat, { donatorName: 'plain', message: 'I gave 3.50, e.g. for tea' });
    await fixture.donate(kat, { donatorName: 'linked', message: 'look at example.com' });
    await fixture.donate(kat, { donatorName: 'example.com' });
    await fixture.donate(kat, { donatorName: 'long', message: 'a'.repeat(201) });
    await fixture.donate(kat, { donatorName: 'fits', message: 'a'.repeat(200) });
    const clip = await fixture.offer(kat, { donatorName: 'clip', message: 'see example.com' });
    await addClip(clip, 'c');
    await fixture.pay(clip);
    expect(await waiting(kat)).toEqual([
      ['linked', 'example.com', 'long', 'clip'],
      ['before', 'plain', 'fits'],
      [],
    ]);
    expect(await heldFor(kat)).toEqual({
      linked: ['link'],
      'example.com': ['link'],
      long: ['longMessage'],
      clip: ['link', 'clip'],
    });
    // What came with the payment stays, whatever is saved later.
    await fixture.change(kat, {});
    expect((await waiting(kat))[0]).toHaveLength(4);
  });

  test('a donor is new until something of their wallet was shown with its text', async () => {
    const kat = await registerStreamer(url);
    const overlay = await openOverlay(url, kat.widgetCode);
    await fixture.change(kat, { holdsNewDonors: true, stacksCards: true });
    const rpc = fixture.server.sandbox.url;
    const [ada, bo] = [await fundedWallet(rpc, 2_000_000_000), await fundedWallet(rpc, 2_000_000_000)];
    const give = async (wallet: typeof ada, donatorName: string) => {
      const id = await fixture.offer(kat, { donatorName });
      await payFrom(wallet, id);
      return id;
    };
    /** Approves what waits, and has the overlay say that it was shown. */
    const letShow = async (name: string, mask: boolean) => {
      const alert = (await fixture.desk(kat.token)).toApprove.find((one) => one.donatorName === name);
      const params = byId(alert?.id);
      await call(url, 'approveAlert', { token: kat.token, ...params, body: { mask } });
      await until(() => expect(cardsOf(overlay).at(-1)?.alertId).toBe(alert?.id));
      const body = { donationId: String(alert?.donationId), alertId: String(alert?.id) };
      await until(async () => {
        overlay.socket.emit('mark_donation_shown', body);
        expect((await fixture.desk(kat.token)).recent.map(({ id }) => id)).toContain(alert?.id);
      });
    };
    await give(ada, 'Ada 1');
    await give(ada, 'Ada 2');
    expect(await heldFor(kat)).toEqual({ 'Ada 1': ['newDonor'], 'Ada 2': ['newDonor'] });
    await letShow('Ada 1', true);
    await give(ada, 'Ada 3');
    expect((await waiting(kat))[0]).toEqual(['Ada 2', 'Ada 3']);
    await letShow('Ada 2', false);
    const known = await give(ada, 'Ada 4');
    await until(() => expect(cardsOf(overlay).at(-1)?.id).toBe(known));
    await give(bo, 'Bo, who calls himself Ada');
    expect((await waiting(kat))[0]).toEqual(['Ada 3', 'Bo, who calls himself Ada']);
    // Somebody who has blocked what was shown wants to look again.
    const token = { token: kat.token };
    for (const { donationId } of (await fixture.desk(kat.token)).recent)
      await call(url, 'blockDonation', { ...token, ...byId(donationId) });
    await call(url, 'blockDonation', { ...token, ...byId(known) });
    await give(ada, 'Ada 5');
    expect((await waiting(kat))[0]).toContain('Ada 5');
  });

  test('dust for what was shown makes nobody known, and no more than a few of its payments are looked at', async () => {
    const kat = await registerStreamer(url);
    const id = await fixture.donate(kat);
    const db = openDb();
    const isKnown = async (payer: string) =>
      (await sql<{ known: boolean }>`select ${hasBeenShown(kat.user.id, [payer])} as known`.execute(db))
        .rows[0]?.known;
    const { rows } = await fixture.db.query<{ payer: string }>(
      `select payers[1] as payer from chain_entries
       where lamports > 0 and address = (select address from donations where id = $1)`,
      [id],
    );
    const payer = String(rows[0]?.payer);
    expect(await isKnown(payer)).toBe(false);
    await fixture.db.query(
      `update alerts set sent_at = now(), settled_at = now(), settled_how = 'overlay' where donation_id = $1`,
      [id],
    );
    expect(await isKnown(payer)).toBe(true);
    const send = (from: string, count: number, missing: number) =>
      fixture.db.query(
        `insert into chain_entries
           (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized, dropped, payers)
         select address, $2::text || n, 1, now(), min_lamports - $4, 0, true, true, false, array[$2::text || n]
         from donations, generate_series(1, $3::int) n where id = $1`,
        [id, from, count, missing],
      );
    await send('dust', 1, 1);
    expect([await isKnown('dust1'), await isKnown(payer)]).toEqual([false, true]);
    await send('other', 9, 0);
    const wallets = [payer, ...Array.from({ length: 9 }, (_, n) => `other${n + 1}`)];
    const known = await Promise.all(wallets.map(isKnown));
    expect(known.filter(Boolean).length).toBeLessThanOrEqual(3);
  });

  test('of an older page that does not send the switches they stay as they are', async () => {
    const kat = await registerStreamer(url);
    await fixture.change(kat, { holdsLinks: true, showsHeldAfterMinutes: 5 });
    const {
      holdsLinks: _,
      showsHeldAfterMinutes: __,
      ...old
    } = await call(url, 'alertSettings', {
      token: kat.token,
    });
    expect(await call(url, 'changeAlertSettings', { token: kat.token, body: old })).toMatchObject({
      holdsLinks: true,
      showsHeldAfterMinutes: 5,
    });
  });
});

describe('approving every alert first, once it is turned on', () => {
  test('holds what waits for its turn, and leaves what is on stream, in the tray, or wanted by a person', async () => {
    const kat = await registerStreamer(url);
    const { token } = kat;
    const overlay = await openOverlay(url, kat.widgetCode);
    for (const donatorName of ['on stream', 'waits', 'tray', 'played', 'approved', 'waits too'])
      await fixture.donate(kat, { donatorName });
    const idOf = async (name: string) =>
      (await fixture.desk(token)).next.find(({ donatorName }) => donatorName === name)?.id;
    const tray = [await idOf('tray'), await idOf('played')];
    await fixture.db.query(`update alerts set trayed_at = now() where id = any($1)`, [tray]);
    await call(url, 'playAlert', { token, ...byId(tray[1]) });
    await fixture.db.query(`update alerts set held_at = now(), approved_at = now() where id = $1`, [
      await idOf('approved'),
    ]);
    const waits = (
      await fixture.db.query<{ id: string }>(
        `select id from donations where user_id = $1 and donator_name = 'waits'`,
        [kat.user.id],
      )
    ).rows[0]?.id;
    const told = async () => (await call(url, 'publicDonation', byId(waits))).onStream?.waitsFor;
    expect(await told()).toBeNull();
    const named = async () =>
      (await call(url, 'widgets', { token })).state.ticker.map(({ donatorName }) => donatorName);
    expect(await named()).toContain('waits');

    await fixture.change(kat, { approveFirst: true });
    expect(await waiting(kat)).toEqual([['waits', 'waits too'], ['played', 'approved'], ['tray']]);
    expect(await heldFor(kat)).toEqual({ waits: ['every'], 'waits too': ['every'] });
    expect(await told()).toBe('approval');
    expect(await named()).not.toContain('waits');
    for (const next of ['played', 'approved']) {
      await call(url, 'skipAlert', { token });
      await until(async () => expect((await fixture.desk(token)).now?.donatorName).toBe(next));
    }
    await until(() =>
      expect([...new Set(overlay.heard('show_donation').map((shown) => shown.donatorName))]).toEqual([
        'on stream',
        'played',
        'approved',
      ]),
    );

    // Saved again, or turned off and on, it holds nothing that was approved.
    const [first] = (await fixture.desk(token)).toApprove;
    await call(url, 'approveAlert', { token, ...byId(first?.id) });
    await fixture.change(kat, { approveFirst: true, stacksCards: false });
    await fixture.change(kat, {});
    await fixture.change(kat, { approveFirst: true });
    expect((await waiting(kat))[0]).toEqual(['waits too']);
  });

  test('beside payments that come just then lets none of them through', async () => {
    const kat = await registerStreamer(url);
    await call(url, 'pauseAlerts', { token: kat.token });
    const offered = await Promise.all(Array.from({ length: 6 }, () => fixture.offer(kat)));
    await Promise.all([...offered.map((id) => fixture.pay(id)), fixture.change(kat, { approveFirst: true })]);
    expect((await fixture.desk(kat.token)).counts).toMatchObject({ toApprove: 6, next: 0, tray: 0 });
  });

  test('is told to donors before they pay, and by their own page', async () => {
    const kat = await registerStreamer(url);
    const id = await fixture.offer(kat);
    const told = async () => (await call(url, 'publicDonation', byId(id))).onStream?.waitsFor;
    expect(await told()).toBeNull();
    await fixture.change(kat, { approveFirst: true });
    const page = { params: { linkCode: kat.donationLink } };
    await until(async () => {
      expect(await call(url, 'donationPage', page)).toMatchObject({ approvesFirst: true });
      expect(await told()).toBe('approval');
    });
    await fixture.pay(id);
    expect(await told()).toBe('approval');
    const [alert] = (await fixture.desk(kat.token)).toApprove;
    await call(url, 'rejectAlert', { token: kat.token, ...byId(alert?.id) });
    expect(await told()).toBeNull();
  });
});

describe('what nobody has decided about in time', () => {
  const held = { approveFirst: true, showsHeldAfterMinutes: 5 };
  test('is shown without its text while the streamer is on air, once, whoever looks; and the log says so', async () => {
    const kat = await registerStreamer(url);
    await fixture.change(kat, { ...held, ownWords: ['tomato'] });
    const overlay = await openFor(kat, 6);
    const id = await fixture.donate(kat, { donatorName: 'Tomato Bob', message: 'unseen' });
    const db = openDb();
    await showHeld(db, pace);
    expect(await stateOf(kat)).toEqual(['held']);
    await age(kat, 5);
    await Promise.all(Array.from({ length: 4 }, () => showHeld(db, pace)));
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    expect(cardsOf(overlay)[0]).toMatchObject({ donatorName: 'Anonymous', message: '', mediaUrl: null });
    const { data } = await call(url, 'alertLog', { token: kat.token });
    expect(data.filter(({ action }) => action === 'show_unapproved')).toMatchObject([
      { who: kat.user.username, donatorName: 'Tomato Bob' },
    ]);
    const { state } = await call(url, 'widgets', { token: kat.token });
    expect(JSON.stringify(state)).not.toContain('Bob');
    const { steps } = await call(url, 'donationHistory', { token: kat.token, ...byId(id) });
    expect(steps.find(({ what }) => what === 'approved')).toEqual({
      what: 'approved',
      at: expect.any(String),
      isMasked: true,
      isUndecided: true,
    });
  });

  test('goes on waiting off air, when paused, when it is older than an hour, and where the setting is not on', async () => {
    const kat = await registerStreamer(url);
    const db = openDb();
    const stays = async () => {
      await showHeld(db, pace);
      expect(await stateOf(kat)).toEqual(['held']);
    };
    await fixture.change(kat, held);
    await fixture.donate(kat);
    await age(kat, 30);
    await stays();
    await openFor(kat, 4);
    await stays();
    await openFor(kat, 6);
    await call(url, 'pauseAlerts', { token: kat.token });
    await stays();
    await fixture.change(kat, { approveFirst: true });
    await call(url, 'resumeAlerts', { token: kat.token });
    await stays();
    await fixture.change(kat, held);
    // The queue goes on since a moment ago: everybody has the whole time to look.
    await stays();
    await fixture.db.query(
      `update alert_queues set resumed_at = resumed_at - interval '6 minutes' where user_id = $1`,
      [kat.user.id],
    );
    await age(kat, 31);
    await stays();
    await age(kat, -20);
    // Now the server's own worker finds it.
    await until(async () => expect(await stateOf(kat)).toEqual(['queue']));
  });
});
