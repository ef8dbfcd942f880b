import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blocked } from '#contract/blocks.ts';
import { type DeskFixture, openDesk } from '#server/test/desk-fixture.ts';
import { rpcCall } from '#server/test/faults/rpc-call.ts';
import {
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';

let fixture: DeskFixture;
let url: string;
beforeAll(async () => {
  // Connections die here, and the server says so.
  const pace = { ...quickPace, cardMs: 20_000 };
  fixture = await openDesk({ pace, environment: { LOG_LEVEL: 'silent' } });
  ({ url } = fixture.server);
});
afterAll(() => fixture.stop());

const add = (streamer: TestStreamer, kind: string, value: string): Promise<Blocked> =>
  call(url, 'addBlock', { token: streamer.token, body: { kind, value } });
const waiting = async ({ token }: TestStreamer) => {
  const { toApprove, next, tray } = await fixture.desk(token);
  return [toApprove, next, tray].map((list) => list.map(({ donatorName }) => donatorName));
};
const entriesOf = async ({ token }: TestStreamer) => (await call(url, 'listBlocks', { token })).data;

/** Whose money the payments of a donation were, by the books. */
async function payersOf(id: string): Promise<string[]> {
  const { rows } = await fixture.db.query<{ payers: string[] }>(
    `select payers from chain_entries e join donations d using (address) where d.id = $1 and e.lamports > 0`,
    [id],
  );
  return rows.flatMap(({ payers }) => payers);
}

describe('a donation that the block list fits', () => {
  test('makes no alert, is in no ticker and no ranking; its money is swept, counts, and the list says why', async () => {
    const kat = await registerStreamer(url);
    const overlay = await openOverlay(url, kat.widgetCode);
    await add(kat, 'name', 'Bad Guy');
    await add(kat, 'word', 'buy coins');
    const named = await fixture.donate(kat, { donatorName: 'b4d-güy', message: 'hello' });
    const worded = await fixture.donate(kat, { donatorName: 'Zoe', message: 'Buy  COINS now' });
    const starred = await fixture.donate(kat, { donatorName: 'Zoe', message: 'buy c*ins!' });
    const fine = await fixture.donate(kat, { donatorName: 'Ana', message: 'hello' });
    await until(() => expect(overlay.heard('show_donation').map(({ id }) => id)).toEqual([fine]));
    const [name, word] = (await entriesOf(kat)).toReversed();
    await until(async () =>
      expect(await fixture.listed(kat, named)).toMatchObject({
        isBlocked: true,
        blockedFor: { id: name?.id, kind: 'name', value: 'Bad Guy' },
        settledHow: 'dismissed',
        status: 'TRANSFERRED',
      }),
    );
    const words = [await fixture.listed(kat, worded), await fixture.listed(kat, starred)];
    const byWord = { id: word?.id, kind: 'word', value: 'buy coins' };
    expect(words.map((donation) => donation?.blockedFor)).toEqual([byWord, byWord]);
    const { state } = await call(url, 'widgets', { token: kat.token });
    expect(state.ticker.map(({ donatorName }) => donatorName)).toEqual(['Ana']);
    expect(state.leaderboard.places.map(({ donatorName }) => donatorName)).toEqual(['Ana']);
    expect(state.goal.raised).toBeCloseTo(0.008, 9);
    expect(await call(url, 'donationStats', { token: kat.token })).toMatchObject({ totalDonations: 4 });
    const csv = await fetch(`${url}/api/donations/export`, {
      headers: { authorization: `Bearer ${kat.token}` },
    });
    expect(await csv.text()).toMatch(/b4d-güy.*,dismissed,.*,name: Bad Guy,.*\r\n/);
    // Nothing of it reaches the donor: no promise, and no word of a block.
    const shown = await call(url, 'publicDonation', { params: { id: named } });
    expect(shown).toMatchObject({ shownOnStreamAt: null });
    expect(JSON.stringify(shown)).not.toMatch(/block|dismissed/i);
  });

  test('keeps its reason when the entry goes, and later donations pass', async () => {
    const kat = await registerStreamer(url);
    const { entries } = await add(kat, 'name', 'Sam');
    const id = await fixture.donate(kat, { donatorName: 'Sam' });
    await call(url, 'removeBlock', { token: kat.token, params: { id: entries[0]?.id ?? '' } });
    expect(await fixture.listed(kat, id)).toMatchObject({ isBlocked: true, blockedFor: { value: 'Sam' } });
    await fixture.donate(kat, { donatorName: 'Sam' });
    expect(await waiting(kat)).toEqual([[], ['Sam'], []]);
  });

  test('by any wallet whose money it was, not by who only paid the fee; one that added the rest is enough', async () => {
    const kat = await registerStreamer(url);
    const rpc = fixture.server.sandbox.url;
    const [donor, helper] = [await fundedWallet(rpc, 50_000_000), await fundedWallet(rpc, 50_000_000)];
    const payFrom = async (id: string, lamports: bigint, feePayer = donor): Promise<void> => {
      const { walletAddress } = await call(url, 'publicDonation', { params: { id } });
      const raw = await signOwn(rpc, feePayer, [transferOf(donor, walletAddress, lamports)]);
      await rpcCall(rpc, 'sendTransaction', [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }]);
      await until(async () => expect(await payersOf(id)).not.toEqual([]));
    };
    const first = await fixture.offer(kat, { donatorName: 'first' });
    await payFrom(first, 3_000_000n, helper);
    expect(await payersOf(first)).toEqual([donor.address]);
    const act = { token: kat.token, params: { id: first }, body: { kind: 'wallet' } };
    expect(await call(url, 'blockDonor', act)).toMatchObject({
      entries: [{ kind: 'wallet', value: donor.address }],
      takenAway: 1,
    });
    expect(await waiting(kat)).toEqual([[], [], []]);
    const second = await fixture.offer(kat, { donatorName: 'second' });
    await payFrom(second, 1_000_000n);
    await fixture.pay(second);
    const blockedFor = { kind: 'wallet', value: donor.address };
    expect(await fixture.listed(kat, second)).toMatchObject({ isBlocked: true, blockedFor });
    expect(new Set(await payersOf(second)).size).toBe(2);
    await fixture.donate(kat, { donatorName: 'third' });
    expect(await waiting(kat)).toEqual([[], ['third'], []]);
  });

  test('is shown once, as the word lists have it, when the streamer allows it', async () => {
    const kat = await registerStreamer(url);
    await fixture.change(kat, { approveFirst: true });
    await add(kat, 'name', 'Sam');
    const id = await fixture.donate(kat, { donatorName: 'Sam', message: 'kind words' });
    const allow = { token: kat.token, params: { id }, body: { show: true } };
    expect(await call(url, 'unblockDonation', allow)).toMatchObject({ isBlocked: false });
    await call(url, 'unblockDonation', allow);
    const { next } = await fixture.desk(kat.token);
    expect(next).toMatchObject([{ donationId: id, kind: 'replay', isMasked: false, message: 'kind words' }]);
  });
});

describe('blocking from the desk', () => {
  test('takes away what waits wherever it is and what is on stream; undo puts it back where it was', async () => {
    const kat = await registerStreamer(url);
    const overlay = await openOverlay(url, kat.widgetCode);
    await fixture.donate(kat, { donatorName: 'Sam' });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    await fixture.donate(kat, { donatorName: 'Ana' });
    await fixture.donate(kat, { donatorName: 'SAM' });
    await fixture.change(kat, { holdsLinks: true });
    await fixture.donate(kat, { donatorName: 'sam', message: 'example.com' });
    await fixture.donate(kat, { donatorName: 'Eve', message: 'example.com' });
    const { now, toApprove } = await fixture.desk(kat.token);
    const moderator = await fixture.token(kat, 'moderator');
    const act = { params: { id: toApprove[0]?.id ?? '' }, body: { kind: 'name' }, token: moderator };
    const { entries, takenAway } = await call(url, 'blockAlertDonor', act);
    expect([entries[0]?.value, takenAway]).toEqual(['sam', 3]);
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId: now?.id }]));
    await until(() => expect(overlay.heard('show_donation').at(-1)?.donatorName).toBe('Ana'));
    expect(await waiting(kat)).toEqual([['Eve'], [], []]);

    const params = { id: entries[0]?.id ?? '' };
    const undo = { token: moderator, params, body: { restore: true } };
    expect(await call(url, 'removeBlock', undo)).toEqual({ restored: 3 });
    expect((await request(url, 'removeBlock', undo)).status).toBe(404);
    expect(await waiting(kat)).toEqual([['sam', 'Eve'], ['Sam', 'SAM'], []]);
    expect(await entriesOf(kat)).toEqual([]);
    const { data } = await call(url, 'alertLog', { token: kat.token });
    const lines = data.map(({ role, action, donatorName }) => `${role} ${action} ${donatorName}`);
    expect(lines.slice(0, 2)).toEqual(['moderator unlist_name sam', 'moderator block_name sam']);
  });

  test('of what is only still heard puts nothing back, and lets it be the last that was shown again', async () => {
    const kat = await registerStreamer(url);
    const { token } = kat;
    const overlay = await openOverlay(url, kat.widgetCode);
    const id = await fixture.donate(kat, { donatorName: 'Sam' });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    // Its clip outlasts its card.
    await fixture.db.query('update alert_queues set last_hold_ms = 60000 where user_id = $1', [kat.user.id]);
    fixture.server.passTime(quickPace.acknowledgeAfterMs);
    const alertId = cardsOf(overlay)[0]?.alertId ?? '';
    overlay.socket.emit('mark_donation_shown', { donationId: id, alertId });
    await until(async () => expect((await fixture.desk(token)).now?.isSettled).toBe(true));
    const act = { params: { id: alertId }, body: { kind: 'name' }, token } as const;
    const { entries } = await call(url, 'blockAlertDonor', act);
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId }]));
    expect((await request(url, 'replayAlert', { token })).body).toMatchObject({ code: 'nothing_to_replay' });
    const params = { id: entries[0]?.id ?? '' };
    expect(await call(url, 'removeBlock', { token, params, body: { restore: true } })).toEqual({
      restored: 0,
    });
    expect(await waiting(kat)).toEqual([[], [], []]);
    await call(url, 'replayAlert', { token });
    await until(() => expect(cardsOf(overlay)[1]?.donatorName).toBe('Sam'));
  });

  test('hides wallets from whom amounts are hidden, and lets nobody but the streamer undo what others did', async () => {
    const kat = await registerStreamer(url);
    await fixture.donate(kat, { donatorName: 'Sam' });
    const blind = await fixture.token(kat, 'moderator', true);
    const tool = await fixture.token(kat, 'alerts');
    const [alert] = (await fixture.desk(blind)).next;
    const act = { token: blind, params: { id: alert?.id ?? '' }, body: { kind: 'wallet' } };
    const { entries } = await call(url, 'blockAlertDonor', act);
    expect(entries).toMatchObject([{ kind: 'wallet', value: null }]);
    const params = { id: entries[0]?.id ?? '' };
    expect((await request(url, 'removeBlock', { token: tool, params })).status).toBe(403);
    await fixture.db.query(
      `update blocks set created_at = created_at - interval '11 minutes' where id = $1`,
      [params.id],
    );
    expect((await request(url, 'removeBlock', { token: blind, params })).status).toBe(403);
    expect((await entriesOf(kat))[0]).toMatchObject({
      role: 'moderator',
      addedBy: expect.any(String) as string,
    });
    expect(await call(url, 'removeBlock', { token: kat.token, params })).toEqual({ restored: 0 });
  });

  test('is taken back by no other link of the same name, though it came after the first had ended', async () => {
    const kat = await registerStreamer(url);
    await fixture.donate(kat, { donatorName: 'Sam' });
    const first = await fixture.token(kat, 'moderator');
    await fixture.token(kat, 'alerts');
    const [alert] = (await fixture.desk(first)).next;
    const act = { token: first, params: { id: alert?.id ?? '' }, body: { kind: 'name' } };
    const { entries } = await call(url, 'blockAlertDonor', act);
    const params = { id: entries[0]?.id ?? '' };
    const second = await fixture.token(kat, 'moderator');
    expect((await request(url, 'removeBlock', { token: second, params })).status).toBe(403);
    const { data } = await call(url, 'accessTokens', { token: kat.token });
    await call(url, 'revokeAccessToken', { token: kat.token, params: { id: String(data.at(-1)?.id) } });
    expect((await request(url, 'removeBlock', { token: second, params })).status).toBe(403);
    expect(await entriesOf(kat)).toHaveLength(1);
  });

  test('is done whole or not at all, wherever in it the database connection dies', async () => {
    const kat = await registerStreamer(url);
    await fixture.change(kat, { approveFirst: true });
    const id = await fixture.donate(kat, { donatorName: 'Half' });
    const body = { kind: 'name', value: 'Half' };
    const sql = (text: string) => fixture.db.query(text);
    await sql(`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$`);
    for (const moment of [
      'after insert on blocks for each row',
      'after insert on desk_log for each row',
      'after update on donations for each row when (new.blocked_at is not null)',
      'after update on alerts for each row when (new.settled_at is not null)',
    ]) {
      await sql(`create trigger die ${moment} execute function die()`);
      expect((await request(url, 'addBlock', { token: kat.token, body })).status).toBeGreaterThanOrEqual(500);
      await sql(`drop trigger die on ${moment.split(' ')[3]}`);
      expect(await entriesOf(kat)).toEqual([]);
      expect(await waiting(kat)).toEqual([['Half'], [], []]);
      expect(await fixture.listed(kat, id)).toMatchObject({ isBlocked: false, settledHow: null });
    }
    await sql('drop function die');
    expect((await add(kat, 'name', 'Half')).takenAway).toBe(1);
    expect(await waiting(kat)).toEqual([[], [], []]);
  });

  test('a payment that is recorded in that very moment makes no alert that stays', async () => {
    const kat = await registerStreamer(url);
    for (let round = 0; round < 6; round += 1) {
      const donatorName = `Racer ${'abcdef'[round]}`;
      const id = await fixture.offer(kat, { donatorName });
      const paid = fixture.pay(id);
      await new Promise((resolve) => setTimeout(resolve, round * 60));
      await Promise.all([paid, add(kat, 'name', donatorName), add(kat, 'name', donatorName)]);
      expect(await fixture.listed(kat, id)).toMatchObject({ isBlocked: true, settledHow: 'dismissed' });
    }
    expect(await waiting(kat)).toEqual([[], [], []]);
    expect(await entriesOf(kat)).toHaveLength(6);
  });
});

test('what cannot be blocked is refused in words, and equal entries are one', async () => {
  const kat = await registerStreamer(url);
  const refusal = async (kind: string, value: unknown) => {
    const { status, body } = await request(url, 'addBlock', { token: kat.token, body: { kind, value } });
    return `${status} ${(body as { message: string }).message}`;
  };
  expect(await refusal('name', 'ANONYMOUS')).toMatch(/^400 Everybody who gives no name/);
  expect(await refusal('word', '!!!')).toBe('400 A word to block needs a letter or a figure.');
  expect(await refusal('wallet', 'not an address')).toBe('400 This is not a Solana address.');
  expect(await refusal('name', ' ')).toBe('400 Please enter what to block');
  expect(await refusal('word', 'x'.repeat(61))).toBe('400 It must be at most 60 characters');
  expect(await refusal('donor', 'x')).toMatch(/^400 /);
  const unpaid = { token: kat.token, params: { id: await fixture.offer(kat) }, body: { kind: 'wallet' } };
  expect(await request(url, 'blockDonor', unpaid)).toMatchObject({
    status: 409,
    body: { code: 'payer_unknown' },
  });
  const [one, other] = [await add(kat, 'name', 'Bad Guy'), await add(kat, 'name', 'bád-guy')];
  expect(other.entries).toEqual(one.entries);
  await fixture.db.query(
    `insert into blocks (user_id, kind, value, key, folded, created_at, added_by, role)
     select $1, 'word', 'w' || n, 'w', 'w' || n, now(), 'x', 'streamer' from generate_series(1, 500) n`,
    [kat.user.id],
  );
  expect(await refusal('word', 'one more')).toMatch(/^409 There are 500 entries/);
  expect(await entriesOf(kat)).toHaveLength(501);
});
