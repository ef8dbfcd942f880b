import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessScope } from '#contract/access-tokens.ts';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { texts as spanish } from '#web/texts/es/refusals.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

let session: string;
const http = forFile(openHttp);
beforeAll(async () => {
  ({ token: session } = await http.signUp('streamer'));
});

const scopes = ['alerts', 'moderator', 'donations:read', 'stats:read', 'webhooks'] as const;
const names = Object.keys(routes) as RouteName[];

/** What each scope opens, written down by hand: the table of routes must say the same. */
const opens: Record<AccessScope, readonly RouteName[]> = {
  alerts: names.filter((name) => routes[name].access === 'desk'),
  moderator: names.filter((name) => routes[name].access === 'desk'),
  'donations:read': [
    'donationStats',
    'dailyDonations',
    'myDonations',
    'searchDonations',
    'exportDonations',
    'listBlocks',
  ],
  'stats:read': ['donationStats', 'dailyDonations'],
  webhooks: [
    'listWebhooks',
    'createWebhook',
    'changeWebhook',
    'deleteWebhook',
    'testWebhook',
    'webhookDeliveries',
    'webhookDelivery',
    'redeliverWebhook',
  ],
};

async function tokenFor(wanted: readonly AccessScope[]): Promise<string> {
  const body = { scopes: wanted, name: wanted.join(' ').slice(0, 40) };
  return (await http.call('POST', '/access-tokens', body, session)).json<{ token: string }>().token;
}

async function ask(name: RouteName, token: string) {
  const route: Route = routes[name];
  const path = route.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
  const body = route.method === 'GET' ? undefined : {};
  return await http.call(route.method, path, body, token);
}

/** The closed routes that a token opens, out of all. */
async function opened(token: string): Promise<RouteName[]> {
  const found: RouteName[] = [];
  for (const name of names.filter((each) => routes[each].access !== 'anyone')) {
    // What is for operators alone does not exist for anybody else.
    const closed = routes[name].access === 'operator' ? 404 : 403;
    if ((await ask(name, token)).statusCode !== closed) found.push(name);
  }
  return found.toSorted();
}

/** How a token of one scope is refused: status, code, and the words in both languages. */
const needs = async (name: RouteName, scope: AccessScope) => {
  const { statusCode, body } = await ask(name, await tokenFor([scope]));
  const { message, code } = JSON.parse(body) as { message: string; code: string };
  return [statusCode, code, message, spanish.refusal(message, code)];
};

const make = async (wanted: object) =>
  (await http.call('POST', '/access-tokens', { name: 'x', ...wanted }, session)).statusCode;

describe('a token', () => {
  test.each(scopes)('with %s opens exactly what that names', async (scope) => {
    expect(await opened(await tokenFor([scope]))).toEqual(opens[scope].toSorted());
  });

  test('with several opens what each of them names and no more', async () => {
    const all = ['alerts', 'donations:read', 'stats:read', 'webhooks'] as const;
    const sum = new Set(all.flatMap((scope) => opens[scope]));
    expect(await opened(await tokenFor(all))).toEqual([...sum].toSorted());
  });

  test('is told in another call what that needs and where to get it, in both languages', async () => {
    const place = 'Make one in Settings, under ‘Moderators and tools’.';
    const lugar = 'Crea una en Ajustes, en «Moderadores y herramientas».';
    const scoped = (english: string, spanish: string) => [
      403,
      'insufficient_scope',
      `This token does not open this call: it takes one with ${english}. ${place}`,
      `Esta llave no abre esta llamada: hace falta una con ${spanish}. ${lugar}`,
    ];
    expect(await needs('myDonations', 'webhooks')).toEqual(scoped('`donations:read`', '`donations:read`'));
    expect(await needs('donationStats', 'moderator')).toEqual(
      scoped('`donations:read` or `stats:read`', '`donations:read` o `stats:read`'),
    );
    expect(await needs('listWebhooks', 'alerts')).toEqual(scoped('`webhooks`', '`webhooks`'));
    expect(await needs('alertDesk', 'webhooks')).toEqual(scoped('`alerts`', '`alerts`'));
    expect(await needs('exportKey', 'webhooks')).toEqual([
      403,
      'session_needed',
      'No API token and no moderator’s link opens this call: it takes the token that signing in gives.',
      'Ninguna llave de API ni enlace de moderador abre esta llamada: hace falta el token que se recibe al iniciar sesión.',
    ]);
  });

  test('that is unknown or ended is told nothing of scopes, and an operator’s call notes no use', async () => {
    const body = { scopes: ['webhooks'], name: 'ended' };
    const made = (await http.call('POST', '/access-tokens', body, session)).json<{
      id: string;
      token: string;
    }>();
    const usedAt = async () =>
      (
        await http.db
          .selectFrom('access_tokens')
          .select('last_used_at')
          .where('id', '=', made.id)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    await ask('adminHealth', made.token);
    expect(await usedAt()).toBeNull();
    await http.call('POST', `/access-tokens/${made.id}/revoke`, {}, session);
    const closed = names.filter((each) => ['streamer', 'desk'].includes(routes[each].access));
    for (const token of [made.token, `brava_${'x'.repeat(43)}`, `brava_api_${'x'.repeat(43)}`, 'nonsense']) {
      for (const name of closed) {
        const { statusCode, body: said } = await ask(name, token);
        const unauthorized = { message: 'Please sign in to continue.', code: 'unauthorized' };
        expect([name, statusCode, JSON.parse(said)]).toEqual([name, 401, unauthorized]);
      }
    }
  });

  test('never opens keys, settings, payout, sessions, other tokens or secrets', () => {
    const named = new Set(Object.values(opens).flat());
    const never: RouteName[] = [
      'exportKey',
      'downloadAccount',
      'deleteAccount',
      'keepAccount',
      'changeRetention',
      'usersMe',
      'authMe',
      'changeAccount',
      'changeSettings',
      'changePassword',
      'confirmPassword',
      'logout',
      'listSessions',
      'endSession',
      'endOtherSessions',
      'donationLink',
      'replaceWidgetCode',
      'accessTokens',
      'createAccessToken',
      'revokeAccessToken',
      'webhookSecret',
      'replaceWebhookSecret',
      'alertSettings',
      'changeAlertSettings',
      'alertRules',
      'createAlertRule',
      'changeAlertRule',
      'deleteAlertRule',
      'createAlertSound',
      'deleteAlertSound',
      'postPlaces',
      'changePostPlace',
      'connectDiscord',
      'connectTwitch',
      'disconnectPostPlace',
      'testPost',
      'posts',
      'speech',
      'changeSpeech',
      'markShown',
      'blockDonation',
      'unblockDonation',
      'addBlock',
      'blockDonor',
    ];
    expect(never.filter((name) => named.has(name))).toEqual([]);
    const undecided = names.filter(
      (name) => routes[name].access === 'streamer' && 'scopes' in routes[name] && !named.has(name),
    );
    expect(undecided).toEqual([]);
  });

  test('that is no moderator’s has no other scope beside that, and has at least one', async () => {
    expect(await make({ scopes: ['moderator', 'alerts'] })).toBe(400);
    expect(await make({ scopes: ['moderator'], scope: 'webhooks' })).toBe(400);
    expect(await make({ scopes: [] })).toBe(400);
    expect(await make({})).toBe(400);
    expect(await make({ scopes: ['keys'] })).toBe(400);
    expect(await make({ scope: 'webhooks' })).toBe(201);
  });

  test('reads its own streamer’s donations and no others', async () => {
    const other = await http.signUp('other');
    const { donationLink: linkCode } = other;
    await http.call('POST', '/donations', { linkCode });
    const mine = await http.call('GET', '/donations/my', undefined, await tokenFor(['donations:read']));
    expect(mine.json()).toEqual({ data: [], total: 0 });
  });

  test('of a scope that servers before do not know has a form that they refuse', async () => {
    const before = /^brava_[A-Za-z0-9_-]{43}$/;
    expect(await tokenFor(['alerts'])).toMatch(before);
    expect(await tokenFor(['moderator'])).toMatch(before);
    for (const scope of ['donations:read', 'stats:read', 'webhooks'] as const) {
      expect(await tokenFor(['alerts', scope])).not.toMatch(before);
    }
  });

  test('of a version that knew one scope opens what it opened', async () => {
    const token = await tokenFor(['moderator']);
    await http.db.updateTable('access_tokens').set({ scopes: [] }).where('scope', '=', 'moderator').execute();
    expect(await opened(token)).toEqual(opens.moderator.toSorted());
    const { data } = (await http.call('GET', '/access-tokens', undefined, session)).json<{
      data: { name: string; scopes: string[] }[];
    }>();
    expect(data.find(({ name }) => name === 'moderator')?.scopes).toEqual(['moderator']);
  });

  test('is named in the audit log where it changes a webhook', async () => {
    const token = await tokenFor(['webhooks']);
    const body = { url: 'https://hooks.example.com/x', events: ['donation.received'] };
    expect((await http.call('POST', '/webhooks', body, token)).statusCode).toBe(201);
    const rows = await http.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'webhook_created')
      .execute();
    expect(rows).toMatchObject([{ detail: { host: 'hooks.example.com', token: 'webhooks' } }]);
  });
});
