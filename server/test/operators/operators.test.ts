import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/admin.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import type { Route } from '#contract/route.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { BackupPorts } from '#server/app/backups/backup-ports.ts';
import { forgetRefusals } from '#server/postgres/operator/forget-refusals.ts';
import { createOperatorRoles } from '#server/postgres/operator/operator-roles.ts';
import { forFile } from '#server/test/for-file.ts';
import { type HttpFixture, openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations } from '#server/test/plant-donations.ts';

/** Nothing is written here: a worker would. */
const nothing = {} as Pick<BackupPorts, 'files' | 'work'>;
const settings: BackupPorts['settings'] = {
  everyMs: 86_400_000,
  keep: { daily: 7, weekly: 4, monthly: 6 },
  kind: 'folder',
  place: '/backups',
  isBesideDatabase: false,
};

let operator: Awaited<ReturnType<HttpFixture['signUp']>>;
let roles: ReturnType<typeof createOperatorRoles>;
const http = forFile(() => openHttp({ backups: (store) => ({ settings, host: 'here', store, ...nothing }) }));
beforeAll(async () => {
  roles = createOperatorRoles(http.db);
  operator = await http.signUp('operator');
  await roles.grant('OPERATOR');
});

const fresh = 900_001;
const nobody = '00000000-0000-4000-8000-000000000000';
const why = { reason: 'Stolen pictures' };
const table = Object.entries(adminRoutes) as [string, Route][];
const pathOf = ({ path }: Route, id = nobody) => path.replace(':id', id).replace(':session', nobody);
const bodyOf = ({ method }: Route) => (method === 'GET' ? undefined : why);

const ask = (path: string, token = operator.token) => http.call('GET', `/admin${path}`, undefined, token);
const act = (path: string, body: unknown = why, token = operator.token) =>
  http.call('POST', `/admin${path}`, body, token);
const seenBackups = async () => (await ask('/backups')).json<RouteReply<'adminBackups'>>().backups;
const confirm = () => http.call('POST', '/auth/confirm', { password: 'secret1' }, operator.token);
const audit = async (query = ''): Promise<AuditEntry[]> =>
  (await ask(`/audit${query}`)).json<RouteReply<'adminAudit'>>().data;

describe('who is no operator', () => {
  it('meets what an unknown path answers, on every call, whatever they come with', async () => {
    const { token } = await http.signUp('curious');
    const made = { scope: 'alerts', name: 'deck' } as const;
    const tool = (await http.call('POST', '/access-tokens', made, token)).json<{ token: string }>();
    const link = (await http.call('POST', '/access-tokens', { ...made, scope: 'moderator' }, token)).json<{
      token: string;
    }>();
    const visible = ({ statusCode, body, headers }: Awaited<ReturnType<typeof http.call>>) => {
      const { date: _, 'content-length': __, 'x-request-id': ___, ...rest } = headers;
      return { statusCode, body, rest };
    };
    for (const [name, route] of table) {
      for (const caller of [undefined, 'nonsense', token, tool.token, link.token]) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const) {
          const unknown = await http.call(method, '/no-such-thing', undefined, caller);
          const reply = await http.call(method, pathOf(route), bodyOf(route), caller);
          expect(visible(reply), `${method} ${name}`).toEqual(visible(unknown));
        }
      }
    }
  });

  it('is not told of the limits either', async () => {
    const limited = await openHttp({ limits: { read: { address: { max: 2, windowMs: 60_000 } } } });
    try {
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => limited.call('GET', '/admin/health', undefined, 'nonsense')),
      );
      for (const { statusCode, headers } of replies)
        expect([statusCode, headers['retry-after']]).toEqual([404, undefined]);
    } finally {
      await limited.stop();
    }
  });

  it('finds none of the calls in the description of the interface', async () => {
    const document = (await http.call('GET', '/openapi.json')).body;
    expect(document).not.toContain('/admin');
  });
});

describe('back-ups', () => {
  it('are seen and asked for by an operator, once while one is wanted, and written down', async () => {
    expect(await seenBackups()).toMatchObject({
      isWanted: false,
      isRunning: false,
      lastGood: null,
      runs: [],
    });
    const asked = [await act('/backups', undefined), await act('/backups', undefined)];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await seenBackups()).toMatchObject({ isWanted: true, everyHours: 24, kind: 'folder' });
    const written = await audit('?action=operator_back_up');
    expect(written.map(({ by }) => by)).toEqual([{ kind: 'operator', name: 'operator' }]);
    const off = await openHttp();
    await off.signUp('operator');
    await createOperatorRoles(off.db).grant('operator');
    const { token } = (
      await off.call('POST', '/auth/login', { username: 'operator', password: 'secret1' })
    ).json<{ token: string }>();
    expect((await off.call('GET', '/admin/backups', undefined, token)).json()).toEqual({ backups: null });
    const refused = await off.call('POST', '/admin/backups', undefined, token);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'backups_off']);
    await off.stop();
  });
});

describe('the role', () => {
  it('opens the calls at once and closes them at once, and only its holder is told of it', async () => {
    const { token } = await http.signUp('second');
    const me = async () => (await http.call('GET', '/users/me', undefined, token)).json();
    expect(await me()).not.toHaveProperty('isOperator');
    expect(await roles.grant('second')).toBe('changed');
    expect(await roles.grant('second')).toBe('unchanged');
    expect((await ask('/health', token)).statusCode).toBe(200);
    expect(await me()).toHaveProperty('isOperator', true);
    expect(await roles.revoke('second', false)).toBe('changed');
    expect((await ask('/health', token)).statusCode).toBe(404);
    expect(await me()).not.toHaveProperty('isOperator');
    expect((await audit('?name=second')).map(({ action, by }) => [action, by.kind])).toEqual([
      ['operator_revoke', 'command'],
      ['operator_grant', 'command'],
      ['register', 'streamer'],
    ]);
  });

  it('is not taken from the last who has it unless that is wanted, also of two at the same time', async () => {
    expect(await roles.revoke('operator', false)).toBe('last');
    await http.signUp('third');
    await roles.grant('third');
    const both = await Promise.all(['operator', 'third'].map((name) => roles.revoke(name, false)));
    expect(both.toSorted()).toEqual(['changed', 'last']);
    const [left] = await roles.list();
    expect(await roles.revoke(left?.username ?? '', true)).toBe('changed');
    expect(await roles.list()).toEqual([]);
    await roles.grant('operator');
  });
});

describe('an act', () => {
  it('needs a password typed within 15 minutes, and a reason', async () => {
    const { user } = await http.signUp('late-one');
    http.passTime(fresh);
    for (const [name, route] of table.filter(([, { body }]) => body !== undefined)) {
      const reply = await http.call('POST', pathOf(route, user.id), why, operator.token);
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 403, 'confirm_password']);
    }
    expect((await ask('/streamers')).statusCode).toBe(200);
    await confirm();
    for (const body of [{}, { reason: ' no ' }, { reason: 'x'.repeat(301) }]) {
      const reply = await act(`/streamers/${user.id}/suspend`, body);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    }
    expect((await audit('?name=late-one')).map(({ action }) => action)).toEqual(['register']);
  });

  it('suspends a link, and opens it again; both are written down once', async () => {
    await confirm();
    const streamer = await http.signUp('pictured');
    const page = async () =>
      (await http.call('GET', `/donations/page/${streamer.donationLink}`)).json<{ code?: string }>().code;
    const me = async () => (await http.call('GET', '/users/me', undefined, streamer.token)).json();
    const path = `/streamers/${streamer.user.id}`;
    for (let times = 0; times < 2; times += 1) {
      const reply = await act(`${path}/suspend`);
      expect(reply.json()).toMatchObject({ username: 'pictured', suspendedAt: expect.any(String) });
    }
    expect(await page()).toBe('invalid_link_code');
    const body = { linkCode: streamer.donationLink };
    expect((await http.call('POST', '/donations', body)).json().code).toBe('invalid_link_code');
    expect(await me()).toHaveProperty('isSuspended', true);
    const events = await http.db.selectFrom('events').select(['room', 'name']).execute();
    expect(events).toContainEqual({ room: `streamer:${streamer.user.id}`, name: 'settings_saved' });

    const reply = await act(`${path}/unsuspend`, { reason: 'They are gone' });
    expect(reply.json().suspendedAt).toBeNull();
    expect(await page()).toBeUndefined();
    expect(await me()).not.toHaveProperty('isSuspended');
    const by = { kind: 'operator', name: 'operator' };
    expect((await audit('?name=pictured')).slice(0, 2)).toMatchObject([
      { action: 'operator_unsuspend', by, about: 'pictured', reason: 'They are gone', detail: {} },
      { action: 'operator_suspend', by, about: 'pictured', reason: 'Stolen pictures', detail: {} },
    ]);
  });

  it('never suspends the own account, nor one that does not exist', async () => {
    await confirm();
    const own = await act(`/streamers/${operator.user.id}/suspend`);
    expect([own.statusCode, own.json().code]).toEqual([409, 'own_account']);
    for (const id of [nobody, 'x', "'"]) {
      const reply = await act(`/streamers/${encodeURIComponent(id)}/suspend`);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'streamer_not_found']);
    }
  });

  it('ends one session of an account, or all of them, and no others', async () => {
    await confirm();
    const streamer = await http.signUp('everywhere');
    const login = { username: 'everywhere', password: 'secret1' };
    for (let times = 0; times < 2; times += 1) await http.call('POST', '/auth/login', login);
    const path = `/streamers/${streamer.user.id}`;
    const sessions = async () => (await ask(path)).json<RouteReply<'adminStreamer'>>().sessions;
    const [first, ...others] = await sessions();
    expect(others).toHaveLength(2);
    const end = () => act(`${path}/sessions/${first?.id}/end`);
    expect((await end()).json()).toEqual({ ended: 1 });
    expect((await end()).json()).toEqual({ ended: 0 });
    expect(await sessions()).toEqual(others);
    expect((await act(`${path}/sessions/end`)).json()).toEqual({ ended: 2 });
    expect(await sessions()).toEqual([]);
    expect((await http.call('GET', '/users/me', undefined, streamer.token)).statusCode).toBe(401);
    expect((await ask('/health')).statusCode).toBe(200);
    expect(
      (await audit('?name=everywhere&action=operator_end_sessions')).map(({ detail }) => detail),
    ).toEqual([{ ended: '2' }]);
  });
});

describe('what an operator sees', () => {
  it('finds streamers by part of name or wallet, with what they were paid, the newest first', async () => {
    const { user } = await http.signUp('Find_me');
    await plantDonations(http.db, user.id, [
      paidAt('2026-11-20T12:00:00Z', 5_000_000n),
      paidAt('2026-11-20T13:00:00Z', 7_500_000n),
      { ...paidAt('2026-11-20T14:00:00Z'), failed_at: new Date() },
      {},
    ]);
    const found = (await ask('/streamers?search=find_')).json<RouteReply<'adminStreamers'>>();
    expect(found.found).toBe(1);
    expect(found.data[0]).toMatchObject({ username: 'Find_me', donations: 2, amount: 0.0125 });
    const wallet = found.data[0]?.walletAddress.slice(3, 20).toUpperCase() ?? '';
    expect((await ask(`/streamers?search=${wallet}`)).json().data[0].username).toBe('Find_me');
    expect((await ask('/streamers?search=%25')).json()).toMatchObject({ data: [], found: 0 });
    expect((await ask('/streamers')).json().data[0].username).toBe('Find_me');
    expect((await ask('/streamers?page=99')).json()).toMatchObject({ data: [] });

    const { streamer } = (await ask(`/streamers/${user.id}`)).json<RouteReply<'adminStreamer'>>();
    expect(streamer).toMatchObject({ openDonations: 1, lastPaidAt: '2026-11-20T13:00:00.000Z' });
    const { widgetCode } = await http.db
      .selectFrom('users')
      .select('widget_code as widgetCode')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(streamer)).not.toContain(widgetCode);
  });

  it('reads the audit log page by page without losing or repeating an entry', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      user_id: operator.user.id,
      actor_id: null,
      action: 'paged',
      detail: JSON.stringify({ number: String(index) }),
    }));
    await http.db.insertInto('audit').values(many).execute();
    const first = (await ask('/audit?action=paged')).json<RouteReply<'adminAudit'>>();
    expect([first.data.length, first.hasMore]).toEqual([50, true]);
    const last = first.data.at(-1)?.id;
    const second = (await ask(`/audit?action=paged&before=${last}`)).json<RouteReply<'adminAudit'>>();
    expect([second.data.length, second.hasMore]).toEqual([10, false]);
    const numbers = [...first.data, ...second.data].map(({ detail }) => Number(detail['number']));
    expect(numbers).toEqual(many.map((_, index) => 59 - index));
  });

  it('keeps refused acts in the audit log for 90 days, and whatever was done for good', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() - days * day);
    const old = Array.from({ length: 2500 }, () => ({ action: 'sign_in_refused', at: at(91) }));
    const others = [
      { action: 'code_refused', at: at(91) },
      { action: 'code_refused', at: at(89) },
      { action: 'export_key', at: at(900) },
    ];
    await http.db
      .insertInto('audit')
      .values([...old, ...others].map((row) => ({ ...row, user_id: null, detail: '{"of":"forgetting"}' })))
      .execute();
    await forgetRefusals(http.db);
    const left = await http.db
      .selectFrom('audit')
      .select('action')
      .where(sql<boolean>`detail->>'of' = 'forgetting'`)
      .orderBy('id')
      .execute();
    expect(left.map(({ action }) => action)).toEqual(['code_refused', 'export_key']);
  });

  it('health and money have every figure, and no key of a node', async () => {
    const health = (await ask('/health')).json<RouteReply<'adminHealth'>>();
    expect(health.database.schema).toBeGreaterThan(12);
    expect(health.nodes).toEqual([{ name: '1:127.0.0.1', state: 'unused', failures: 0, answeredAt: null }]);
    const { user } = await http.signUp('stuck-one');
    const [id = ''] = await plantDonations(http.db, user.id, [paidAt('2026-11-20T12:00:00Z')]);
    await http.db
      .insertInto('sweep_jobs')
      .values({ donation_id: id, attempts: 7, last_error: 'books_differ: 5 lamports' })
      .execute();
    const money = (await ask('/money')).json<RouteReply<'adminMoney'>>();
    expect(money.stuck).toMatchObject([{ username: 'stuck-one', reason: 'books_differ', attempts: 7 }]);
    expect((await ask('/health')).json().findings).toContainEqual({
      code: 'sweeps_stuck',
      level: 'warning',
      count: 1,
      since: null,
      name: null,
    });
    expect((await ask('/alarms')).json()).toEqual({ ways: [], standing: [], past: [] });
    expect(http.errors).toEqual([]);
  });
});
