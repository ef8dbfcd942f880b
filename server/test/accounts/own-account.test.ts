import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { accountDownload } from '#contract/account-download.ts';
import type { RouteReply } from '#contract/routes.ts';
import { stepDeletion } from '#server/postgres/accounts/delete-account.ts';
import { lockDonations } from '#server/postgres/donations/lock-donations.ts';
import { createRetentionStore } from '#server/postgres/donations/retention-store.ts';
import type { BlankAccount } from '#server/app/own-account-ports.ts';
import { presentMessage } from '#server/app/webhooks/present-message.ts';
import { Transient } from '#server/app/outside.ts';
import { retiredNameHash } from '#server/app/accounts/retired-names.ts';
import { Secret } from '#server/app/secret.ts';
import { rooms } from '#server/app/rooms.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations, plantEntry } from '#server/test/plant-donations.ts';
import { until } from '#server/test/test-client.ts';

const http = forFile(openHttp);

const dayMs = 86_400_000;
type Registered = RouteReply<'register'> & { username: string };
let names = 0;

async function register(): Promise<Registered> {
  names += 1;
  const username = `own-${names}`;
  const reply = await http.call('POST', '/auth/register', { username, password: 'secret1' });
  return { ...reply.json<RouteReply<'register'>>(), username };
}

const codeOf = (reply: { statusCode: number; json(): { code?: string } }): string =>
  reply.statusCode < 300 ? 'ok' : (reply.json().code ?? '');
const ask = (token: string, username: string, password = 'secret1') =>
  http.call('POST', '/account/deletion', { username, password }, token);
/** Asks for a deletion whose days are over at once. */
async function askInThePast(token: string, username: string): Promise<void> {
  await ask(token, username);
  await sql`
    update account_deletions set next_at = now() - interval '1 second', due_at = now() - interval '1 second'
    where user_id = (select id from users where username = ${username})`.execute(http.db);
}
const keep = (token: string) => http.call('POST', '/account/deletion/keep', undefined, token);
const pageOf = async (code: string) => (await http.call('GET', `/donations/page/${code}`)).statusCode;

const blank = (): BlankAccount => ({
  username: `deleted-${Math.random().toString(36).slice(2, 12)}`,
  donationCode: Math.random().toString(36),
  widgetCode: Math.random().toString(36),
  nameHashOf: (username) => retiredNameHash(http.ports, username),
});

/** Takes every step that is due; each one dies the first time, just before it commits. */
async function deleteWithDeaths(): Promise<void> {
  const dies = new Error('killed');
  for (let steps = 0; steps < 100; steps += 1) {
    const dying = http.db.transaction().execute(async (trx) => {
      await stepDeletion(trx, { blank: blank(), now: http.ports.clock.now() });
      throw dies;
    });
    await expect(dying).rejects.toBe(dies);
    if (!(await http.ports.accountDeletions.step(blank()))) return;
  }
  throw new Error('A deletion never ends.');
}

async function rowsOf(table: string, userId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(table === 'users' ? 'id' : 'user_id')} = ${userId}`.execute(
    http.db,
  );
  return rows;
}

const by = (userId: string) => ({
  userId,
  tokenName: null,
  role: 'streamer' as const,
  name: '',
  hidesAmounts: false,
});

describe('an account that is to be deleted', () => {
  it('says what its wallet holds by the reading that all wallets share, and nothing where no node answers', async () => {
    const { token } = await register();
    const readBalances = vi.spyOn(http.ports.chain, 'readBalances');
    const balance = vi.spyOn(http.ports.wallet.chain, 'balance').mockResolvedValue(5n);
    const walletAmount = async () =>
      (await http.call('GET', '/account/deletion', undefined, token)).json<RouteReply<'accountDeletion'>>()
        .walletAmount;
    expect(await walletAmount()).toBe(0.000000005);
    balance.mockRejectedValue(new Transient('no node answers'));
    expect(await walletAmount()).toBeNull();
    expect(readBalances).not.toHaveBeenCalled();
  });

  it('closes its links at once, can be kept for seven days, and asks for password and name', async () => {
    const { token, username, donationLink } = await register();
    const other = (await http.call('POST', '/auth/login', { username, password: 'secret1' })).json<{
      token: string;
    }>();
    expect(codeOf(await ask(token, 'somebody'))).toBe('username_differs');
    expect(codeOf(await ask(token, username, 'wrong'))).toBe('wrong_password');
    expect(await pageOf(donationLink)).toBe(200);
    const asked = await ask(token, username);
    const { finalAt } = asked.json<{ finalAt: string }>();
    expect(Date.parse(finalAt) - Date.now()).toBeGreaterThan(6.9 * dayMs);
    expect((await ask(token, username)).json()).toEqual({ finalAt });
    expect(await pageOf(donationLink)).toBe(404);
    expect((await http.call('GET', '/users/me', undefined, other.token)).statusCode).toBe(401);
    const me = await http.call('GET', '/users/me', undefined, token);
    expect(me.json()).toMatchObject({ deletesAt: finalAt, acceptingDonations: false });
    expect(codeOf(await http.call('PUT', '/account', { acceptingDonations: true }, token))).toBe(
      'account_closing',
    );
    expect(codeOf(await keep(token))).toBe('ok');
    expect(codeOf(await keep(token))).toBe('ok');
    expect(await pageOf(donationLink)).toBe(200);
    expect((await http.call('GET', '/users/me', undefined, token)).json()).not.toHaveProperty('deletesAt');
  });

  it('with two-step protection needs a code as well', async () => {
    const { token, username, user } = await register();
    await http.db
      .insertInto('second_factors')
      .values({ user_id: user.id, confirmed_at: new Date(), last_step: 0n, wait_until: null })
      .execute();
    expect(codeOf(await ask(token, username))).toBe('confirm_second_factor');
  });

  it.each([
    [
      'token',
      (userId: string) =>
        http.ports.accessTokens.create(by(userId), {
          hash: Buffer.alloc(32),
          scopes: ['alerts'],
          name: 'late',
          hidesAmounts: false,
        }),
    ],
    [
      'webhook',
      (userId: string) =>
        http.ports.webhooks.store.create(by(userId), { url: 'https://receiver.example/', events: [] }),
    ],
    [
      'place for posts',
      (userId: string) =>
        http.ports.posts.store.connect(userId, 'discord', {
          key: new Secret('{}'),
          label: 'late',
          template: '{name}',
        }),
    ],
  ])('gets no %s that is made in the moment in which it is closed for good', async (_, make) => {
    const { token, username, user } = await register();
    await askInThePast(token, username);
    let made: Promise<unknown> | undefined;
    await http.db.transaction().execute(async (trx) => {
      await stepDeletion(trx, { blank: blank(), now: http.ports.clock.now() });
      made = make(user.id);
      made.catch(() => undefined);
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(http.db);
        expect(rows).toHaveLength(1);
      });
    });
    await expect(made).rejects.toMatchObject({ code: 'unauthorized' });
    await deleteWithDeaths();
  });

  it('leaves the money’s books and nothing else, wherever its worker dies, and its name rests for a year', async () => {
    const gone = await register();
    const { token, username, user } = gone;
    await furnish(gone);
    const ids = await plantDonations(
      http.db,
      user.id,
      Array.from({ length: 230 }, (_, index) => ({
        donator_name: `Donor ${index}`,
        message: 'a secret message',
        ...paidAt('2026-11-20T10:05:00Z', 5_000_000n),
        swept_at: new Date(),
        transfer_signature: 'sweep',
      })),
    );
    const [stays] = await plantDonations(http.db, (await register()).user.id, [{ donator_name: 'Ana' }]);
    await http.db
      .insertInto('alerts')
      .values({
        user_id: user.id,
        donation_id: ids[0] ?? '',
        kind: 'payment',
        found_words: ['secret'],
        asked_by: username,
        approved_by: 'Lighthouse',
        settled_by: username,
      })
      .execute();
    await askInThePast(token, username);
    await http.ports.accountDeletions.step(blank());
    const [accessToken] = await rowsOf('access_tokens', user.id);
    expect(accessToken).toMatchObject({ revoked_at: expect.any(Date) });
    const told = http.db.selectFrom('events').select('body');
    const room = rooms.session(accessToken?.['token_hash'] as Uint8Array);
    expect(await told.where('room', '=', room).execute()).toMatchObject([{ body: { code: 'unauthorized' } }]);
    await deleteWithDeaths();

    const [account] = await rowsOf('users', user.id);
    expect(account).toMatchObject({ wallet_address: user.walletAddress, time_zone: 'UTC' });
    for (const table of emptied) expect([table, await rowsOf(table, user.id)]).toEqual([table, []]);
    const all = await Promise.all(known.map((table) => rowsOf(table, user.id)));
    const text = JSON.stringify(all, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const word of [username, 'Donor ', 'secret', 'Lighthouse', 'example.com'])
      expect(text).not.toContain(word);
    const { sum } = await http.db
      .selectFrom('donations')
      .select(sql<bigint>`sum(received_lamports)::bigint`.as('sum'))
      .where('user_id', '=', user.id)
      .where('blocked_at', 'is not', null)
      .where('texts_removed_at', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(sum).toBe(230n * 5_000_000n);
    const untouched = await http.db
      .selectFrom('donations')
      .select(['donator_name', 'blocked_at'])
      .where('id', '=', stays ?? '')
      .executeTakeFirst();
    expect(untouched).toEqual({ donator_name: 'Ana', blocked_at: null });

    expect((await http.call('GET', '/users/me', undefined, token)).statusCode).toBe(401);
    const back = { username, password: 'secret1' };
    expect(codeOf(await http.call('POST', '/auth/login', back))).toBe('wrong_credentials');
    const taken = { ...back, username: username.toUpperCase() };
    expect(codeOf(await http.call('POST', '/auth/register', taken))).toBe('username_taken');
    http.passTime(366 * dayMs);
    expect(codeOf(await http.call('POST', '/auth/register', back))).toBe('ok');
    http.passTime(-366 * dayMs);
  });

  it('waits for money on temporary addresses, and for what is withdrawn, before it is closed for good', async () => {
    const { token, username, user } = await register();
    await sql`insert into tokens (mint, symbol, decimals, minimum_units, is_allowed)
      values ('mint', 'USDC', 6, 1, true) on conflict do nothing`.execute(http.db);
    const inToken = { token_mint: 'mint', token_account: user.id, minimum_units: '5', received_units: '5' };
    const swept = { swept_at: new Date(), transfer_signature: 'sweep' };
    const [inSol = '', ofToken = ''] = await plantDonations(http.db, user.id, [
      { ...paidAt('2026-11-20T10:05:00Z'), ...swept },
      { ...paidAt('2026-11-20T10:06:00Z', 0n), ...inToken, ...swept },
    ]);
    await ask(token, username);
    const statusOnceDue = async (): Promise<number> => {
      const due = { next_at: new Date(), due_at: new Date() };
      await http.db.updateTable('account_deletions').set(due).where('user_id', '=', user.id).execute();
      await deleteWithDeaths();
      return (await http.call('GET', '/users/me', undefined, token)).statusCode;
    };
    await sql`insert into withdrawals (id, user_id, key_epoch, destination, is_all, lamports, fee_lamports, unit_price,
        balance_lamports, created_at)
      values (${randomUUID()}, ${user.id}, 0, 'there', true, 1, 0, 0, 1, now())`.execute(http.db);
    expect(await statusOnceDue()).toBe(200);
    await sql`update withdrawals set landed_at = now(), ended_at = now() where user_id = ${user.id}`.execute(
      http.db,
    );
    await http.db.insertInto('sweep_jobs').values({ donation_id: inSol }).execute();
    expect(await statusOnceDue()).toBe(200);
    await http.db.deleteFrom('sweep_jobs').where('donation_id', '=', inSol).execute();
    // A payment that is not final yet has no job.
    for (const id of [inSol, ofToken]) {
      const set = (columns: { swept_at: Date | null; transfer_signature: string | null }) =>
        http.db.updateTable('donations').set(columns).where('id', '=', id).execute();
      await set({ swept_at: null, transfer_signature: null });
      expect(await statusOnceDue()).toBe(200);
      await set(swept);
    }
    expect(await statusOnceDue()).toBe(401);
  });
});

/** Something of everything that a streamer can have. */
async function furnish({ token }: Registered): Promise<void> {
  await http.call('POST', '/access-tokens', { name: 'Lighthouse', scopes: ['alerts'] }, token);
  await http.call(
    'POST',
    '/webhooks',
    { url: 'http://localhost:9999/Lighthouse', events: ['donation.received'] },
    token,
  );
  const post = { isOn: true, template: 'Lighthouse {name}', minimumAmount: 1 };
  await http.call('PUT', '/posts/discord', post, token);
  const settings = (await http.call('GET', '/alerts/settings', undefined, token)).json<object>();
  await http.call('PUT', '/alerts/settings', { ...settings, ownWords: ['Lighthouse'] }, token);
  await http.call('PUT', '/account/retention', { days: 365 }, token);
  await http.call('POST', '/widgets/stream/start', undefined, token);
}

/** Tables that know a streamer, and what a deletion leaves in them. A new one belongs into one of the lists. */
const emptied = [
  'sessions',
  'second_factors',
  'recovery_codes',
  'account_recovery',
  'access_tokens',
  'alert_settings',
  'widget_settings',
  'streams',
  'desk_log',
  'text_retention',
  'blocks',
  'alert_rules',
  'alert_sounds',
  'speech_settings',
  'streamer_tokens',
  'speeches',
  'post_places',
  'post_links',
  'overlay_sockets',
];
const kept = [
  'key_counters',
  'recovered_wallets',
  'donations',
  'alerts',
  'alert_queues',
  'webhooks',
  'account_deletions',
  'audit',
  'withdrawals',
  'wallet_entries',
  'wallet_reads',
  'wallet_gaps',
];
const known = ['users', ...emptied, ...kept];

it('every table that knows a streamer is emptied by the deletion or kept for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'second_factors'::regclass)`.execute(http.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...emptied, ...kept].toSorted());
});

describe('the download', () => {
  it('needs a fresh password, and is what the database holds, without secrets', async () => {
    const account = await register();
    const { token, user, username } = account;
    await furnish(account);
    const ids = await plantDonations(
      http.db,
      user.id,
      Array.from({ length: 260 }, (_, index) => ({
        donator_name: `Donor ${index}`,
        message: '"quoted"',
        ...paidAt('2026-11-20T10:05:00Z', 9_007_199_254_740_993n),
      })),
    );
    const [first] = ids;
    const entry = { at: '2026-11-20T10:05:00Z', signature: 'pay', slot: 7n, lamports: 12n };
    await plantEntry(http.db, first ?? '', entry);
    await http.db
      .insertInto('alerts')
      .values({
        user_id: user.id,
        donation_id: first ?? '',
        kind: 'payment',
        approved_by: 'Mod Mia',
        settled_by: username,
      })
      .execute();
    http.passTime(901_000);
    expect(codeOf(await http.call('GET', '/account/download', undefined, token))).toBe('confirm_password');
    await http.call('POST', '/auth/confirm', { password: 'secret1' }, token);
    const reply = await http.call('GET', '/account/download', undefined, token);
    expect(reply.headers['content-disposition']).toMatch(/filename="brava-account-[\d-]+\.json"/);
    const file = reply.json<Record<string, Record<string, unknown>[]>>();
    expect(file).toMatchObject({
      format: 'brava-account',
      version: 1,
      account: { username, walletAddress: user.walletAddress },
      settings: { minimum: { lamports: '2000000', sol: '0.002' }, alerts: { ownWords: ['Lighthouse'] } },
      accessTokens: [{ name: 'Lighthouse' }],
      webhooks: [{ url: 'http://localhost:9999/Lighthouse' }],
      posts: [{ template: 'Lighthouse {name}', minimum: { sol: '1' } }],
    });
    expect(file['donations']?.map(({ id }) => id)).toEqual(ids);
    expect(file['donations']?.[0]).toMatchObject({
      donorName: 'Donor 0',
      message: '"quoted"',
      received: { lamports: '9007199254740993', sol: '9007199.254740993' },
      payments: [{ signature: 'pay', slot: '7', change: { lamports: '12', sol: '0.000000012' } }],
      alerts: [{ approvedBy: 'Mod Mia', settledBy: username }],
    });
    expect(() => accountDownload.parse(file)).not.toThrow();
    expect(file['audit']?.map(({ action }) => action)).toContain('register');
    const row = (await rowsOf('users', user.id))[0];
    expect(reply.body).not.toContain(String(row?.['password_hash']));
    expect(reply.body).not.toContain(String(row?.['widget_code']));
  });

  it('has every row of a log that is longer than one reading, in their order', async () => {
    const { token, user } = await register();
    // Whatever ran before, the numbers gain a digit among them.
    await sql`select setval(pg_get_serial_sequence('desk_log', 'id'),
      (select (10 ^ (3 + length(coalesce(max(id), 0)::text)))::bigint - 600 from desk_log))`.execute(http.db);
    await sql`insert into desk_log (user_id, who, role, action)
      select ${user.id}::uuid, 'Row ' || n, 'streamer', 'pause' from generate_series(1, 1200) n`.execute(
      http.db,
    );
    http.passTime(901_000);
    await http.call('POST', '/auth/confirm', { password: 'secret1' }, token);
    const reply = await http.call('GET', '/account/download', undefined, token);
    const { deskLog } = reply.json<{ deskLog: { who: string }[] }>();
    expect(deskLog.map(({ who }) => who)).toEqual(Array.from({ length: 1200 }, (_, n) => `Row ${n + 1}`));
  });
});

/** As a process that has just begun, with the operator's maximum of 30 days. Returns how many streamers each step changed. */
async function removeOldTexts(): Promise<number[]> {
  const retention = createRetentionStore(http.db, http.ports.clock);
  const changed: number[] = [];
  const countBusy = async (): Promise<number> => {
    const { rows } = await sql<{ busy: number }>`
      select count(distinct user_id)::int as busy from donations where texts_removed_at is not null`.execute(
      http.db,
    );
    return rows[0]?.busy ?? 0;
  };
  for (let isMore = true; isMore;) {
    const before = await countBusy();
    isMore = await retention.step({ defaultDays: null, maxDays: 30 });
    changed.push((await countBusy()) - before);
  }
  return changed;
}

describe('donors’ texts', () => {
  it('of however many streamers go in steps that change one streamer, and begin with a thousand at most', async () => {
    // What other tests left may be old by now.
    await removeOldTexts();
    const first = names + 1;
    names += 2500;
    const { rows: users } = await sql<{ id: string }>`
      insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
      select 'own-' || n, '', 'wallet-' || n, 5000 + n, 0, 'd-' || n, 'w-' || n
      from generate_series(${first}::int, ${names}::int) n
      returning id`.execute(http.db);
    const countRows = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from text_retention`.execute(
        http.db,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await countRows();
    await createRetentionStore(http.db, http.ports.clock).step({ defaultDays: null, maxDays: 30 });
    expect((await countRows()) - before).toBeLessThanOrEqual(1000);
    const busy = users.slice(0, 20);
    for (const { id } of busy)
      await plantDonations(http.db, id, [
        { created_at: new Date(Date.now() - 31 * dayMs), expires_at: new Date() },
      ]);
    const changed = await removeOldTexts();
    expect(changed.filter((count) => count > 0)).toEqual(busy.map(() => 1));
    // All others are passed over many at a time, and everybody has a row.
    expect(changed.length).toBeLessThan(80);
    const { rows: left } = await sql`
      select from users where not exists (select from text_retention where user_id = users.id)`.execute(
      http.db,
    );
    expect(left).toEqual([]);
  });

  it('are not told by exports and programs either, and neither is who paid', async () => {
    const { token, user } = await register();
    const long = new Date(Date.now() - 100 * dayMs);
    const [id = ''] = await plantDonations(http.db, user.id, [
      {
        donator_name: 'Zoë',
        message: 'secret',
        created_at: long,
        expires_at: new Date(long.getTime() + 1000),
      },
    ]);
    const { address } = await http.db
      .selectFrom('donations')
      .select('address')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await sql`
      insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized,
        dropped, payers)
      values (${address}, 'came', 7, ${long}, 12, 0, true, true, false, '{payer}'),
        (${address}, 'went', 9, ${long}, -12, 5, true, true, false, '{}')`.execute(http.db);
    await sql`
      with receiver as (
        insert into webhooks (user_id, url, events, created_at) values (${user.id}::uuid, 'http://localhost:9999', '{donation.shown}', ${long})
        returning id
      )
      insert into webhook_deliveries (webhook_id, event, donation_id, payload, created_at, next_at, delivered_at)
      select id, event, ${id}::uuid, 'Zoë', ${long}, case when event = 'donation.shown' then now() end,
        case when event <> 'donation.shown' then now() end
      from receiver, unnest('{donation.received,donation.shown}'::text[]) event`.execute(http.db);
    await http.call('PUT', '/account/retention', { days: 90 }, token);
    while (await http.ports.retention.step({ defaultDays: null, maxDays: null }));

    const file = (await http.call('GET', '/account/download', undefined, token)).json<
      Record<string, { payments?: { signature: string }[] }[]>
    >();
    expect(file['donations']?.[0]?.payments?.map(({ signature }) => signature)).toEqual(['went']);
    const donation = await http.ports.donations.find(id);
    if (donation === null) throw new Error('It was planted.');
    expect(JSON.parse(presentMessage('donation.shown', donation, new Date()))).toMatchObject({
      data: { donatorName: 'Anonymous', message: '', paymentSignatures: [] },
    });
    // One that is still to be delivered is.
    const { rows } = await sql`select event from webhook_deliveries where donation_id = ${id}`.execute(
      http.db,
    );
    expect(rows).toEqual([{ event: 'donation.shown' }]);
  });

  it('of 10,000 donations go in transactions of a few hundred, and leave money and facts', async () => {
    const { token, user } = await register();
    await sql`
      insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
        created_at, expires_at, paid_at, received_lamports)
      select ${user.id}::uuid, 'Donor ' || n, 'hello', 'old-' || n, 77, 0, n, 2000000,
        now() - interval '100 days' + n * interval '1 second', now(), now() - interval '100 days', 2000000
      from generate_series(1, 10000) n`.execute(http.db);
    const [fresh] = await plantDonations(http.db, user.id, [
      { donator_name: 'Zoë', created_at: new Date(), expires_at: new Date(Date.now() + 1000) },
    ]);
    expect(codeOf(await http.call('PUT', '/account/retention', { days: 7 }, token))).toBe('invalid_request');
    const chosen = await http.call('PUT', '/account/retention', { days: 90 }, token);
    expect(chosen.json()).toEqual({ days: 90, isChosen: true, choices: [null, 30, 90, 365] });
    const rules = { defaultDays: null, maxDays: null };
    while (await http.ports.retention.step(rules));
    // Whoever records a payment waits for the rows of one transaction at most.
    const { rows: batches } = await sql<{ rows: number }>`
      select count(*)::int as rows from donations
      where user_id = ${user.id}::uuid and texts_removed_at is not null group by xmin`.execute(http.db);
    expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(10_000);
    expect(Math.max(...batches.map(({ rows }) => rows))).toBeLessThanOrEqual(500);
    const left = await http.db
      .selectFrom('donations')
      .select('id')
      .where('user_id', '=', user.id)
      .where('texts_removed_at', 'is', null)
      .execute();
    expect(left).toEqual([{ id: fresh }]);
    const listed = (await http.call('GET', '/donations/my?limit=2', undefined, token)).json<{
      data: unknown[];
    }>();
    expect(listed.data[0]).not.toHaveProperty('textsRemoved');
    expect(listed.data[1]).toMatchObject({
      donatorName: 'Removed',
      message: '',
      textsRemoved: true,
      amount: 0.002,
    });
    const stats = await http.call('GET', '/donations/stats', undefined, token);
    expect(stats.json()).toMatchObject({ totalDonations: 10_000, totalAmount: 20 });
    const { state } = (await http.call('GET', '/widgets', undefined, token)).json<RouteReply<'widgets'>>();
    expect(state.leaderboard.places).toEqual([]);
    expect(state.ticker[0]?.donatorName).toBe('Anonymous');
  });

  it('leave no words that a filter found, also not in replays of an alert', async () => {
    const { user } = await register();
    const [donationId = ''] = await plantDonations(http.db, user.id, [
      {
        ...paidAt('2026-01-01T12:00:00Z'),
        message: 'a secret',
        shown_at: new Date(),
        settled_how: 'overlay',
      },
    ]);
    const settled = { settled_at: new Date(), settled_how: 'overlay' as const };
    await http.db
      .insertInto('alerts')
      .values({
        user_id: user.id,
        donation_id: donationId,
        kind: 'payment',
        found_words: ['secret'],
        ...settled,
      })
      .execute();
    const by = { userId: user.id, role: 'streamer' as const, name: 'streamer', hidesAmounts: false };
    await http.ports.desk.replay(by, { donationId }, new Date());
    const words = async () => (await rowsOf('alerts', user.id)).map(({ found_words: found }) => found);
    expect(await words()).toEqual([['secret'], ['secret']]);
    await http.db
      .updateTable('donations')
      .set({ created_at: new Date(Date.now() - 31 * dayMs), expires_at: new Date() })
      .where('id', '=', donationId)
      .execute();
    await removeOldTexts();
    expect(await words()).toEqual([['…'], ['…']]);
  });

  it('leave neither the wallet that paid a token, nor the word that blocked, nor a name in the log', async () => {
    const { user } = await register();
    const old = new Date(Date.now() - 31 * dayMs);
    const blocked = {
      blocked_at: old,
      block_id: randomUUID(),
      block_kind: 'name' as const,
      block_value: 'Zoë',
    };
    const [donationId = ''] = await plantDonations(http.db, user.id, [
      { created_at: old, expires_at: new Date(), ...blocked },
    ]);
    const paid = { slot: 7n, block_time: old, units: '5', succeeded: true, finalized: true, dropped: false };
    await http.db
      .insertInto('token_entries')
      .values({ donation_id: donationId, signature: 'pay', payers: ['a-wallet'], ...paid })
      .execute();
    const logged = { user_id: user.id, who: 'streamer', role: 'streamer' as const, donator_name: 'Zoë' };
    await http.db
      .insertInto('desk_log')
      .values([
        { ...logged, action: 'dismiss', at: old },
        { ...logged, action: 'dismiss', at: new Date() },
        { ...logged, action: 'token_created', at: old },
      ])
      .execute();
    await removeOldTexts();
    expect(await rowsOf('donations', user.id)).toMatchObject([{ block_kind: 'name', block_value: '…' }]);
    const entries = http.db.selectFrom('token_entries').select(['payers', 'units']);
    expect(await entries.where('donation_id', '=', donationId).execute()).toEqual([
      { payers: [], units: '5' },
    ]);
    const nameless = (await rowsOf('desk_log', user.id)).filter(({ donator_name: name }) => name === null);
    expect(nameless).toMatchObject([{ action: 'dismiss', at: old }]);
  });

  it('go while somebody records a payment to the same donation, and neither waits for the other for ever', async () => {
    const { user } = await register();
    const [donationId = ''] = await plantDonations(http.db, user.id, [
      { created_at: new Date(Date.now() - 31 * dayMs), expires_at: new Date() },
    ]);
    await http.db
      .insertInto('alerts')
      .values({ user_id: user.id, donation_id: donationId, kind: 'payment', found_words: ['secret'] })
      .execute();
    let removing: Promise<unknown> | undefined;
    // As whoever stores a payment: the donation first, its alert last.
    await http.db.transaction().execute(async (trx) => {
      await lockDonations(trx, [donationId]);
      removing = removeOldTexts();
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(http.db);
        expect(rows).toHaveLength(1);
      });
      await trx
        .updateTable('alerts')
        .set({ sent_at: new Date() })
        .where('donation_id', '=', donationId)
        .execute();
    });
    await removing;
    expect(await rowsOf('alerts', user.id)).toMatchObject([{ found_words: ['…'] }]);
  });

  it('go by the operator’s default where nothing was chosen, and never stay longer than the operator’s maximum', async () => {
    const { user } = await register();
    await plantDonations(http.db, user.id, [
      { donator_name: 'Old', created_at: new Date(Date.now() - 31 * dayMs), expires_at: new Date() },
    ]);
    await removeOldTexts();
    const rows = await rowsOf('donations', user.id);
    expect(rows[0]).toMatchObject({ donator_name: 'Removed ', message: '' });
  });
});
