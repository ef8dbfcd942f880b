import { Client } from 'pg';
import { ruleOf } from '#server/test/alert-rule-fixture.ts';
import { call, registerStreamer, request, type TestStreamer, until } from '#server/test/test-client.ts';
import { fundedWallet, signAsBuilt } from '#server/test/test-wallet.ts';
import type { TestServer } from '#server/test/test-server.ts';
import type { KnownValues } from './arbitrary-of-schema.ts';

/** What `registerStreamer` signs up with. */
const password = 'correct horse';

/** An account with something of everything in it. */
export interface FuzzAccount {
  streamer: TestStreamer;
  apiToken: string;
  moderator: string;
  /** Names of its things, by the path that they stand behind. */
  ids: Record<string, string[]>;
}

/** Registers an account with a paid and an open donation, an alert, and a token of each kind. */
export async function openAccount({ url }: TestServer): Promise<FuzzAccount> {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const create = () =>
    call(url, 'createDonation', { body: { linkCode: streamer.donationLink, message: 'hello' } });
  const [paid, open] = [await create(), await create()];
  await call(url, 'sandboxPay', { body: { donationId: paid.id } });
  await until(async () => {
    const { status } = await call(url, 'donationStatus', { params: { id: paid.id } });
    if (status === 'PENDING') throw new Error('The donation is not paid yet.');
  });
  const grant = (scope: 'alerts' | 'moderator') =>
    call(url, 'createAccessToken', { token, body: { scope, name: scope } });
  const [api, moderator] = [await grant('alerts'), await grant('moderator')];
  const desk = await call(url, 'testAlert', { token });
  const { rules } = await call(url, 'createAlertRule', { token, body: ruleOf({}) });
  const sessions = await call(url, 'listSessions', { token });
  return {
    streamer,
    apiToken: api.token,
    moderator: moderator.token,
    ids: {
      donations: [paid.id, open.id],
      'access-tokens': [api.id, moderator.id],
      'alerts/rules': rules.map(({ id }) => id),
      alerts: desk.next.map(({ id }) => id),
      'account/sessions': sessions.data.map(({ id }) => id),
    },
  };
}

/** Where nobody listens: what is sent there fails, and is tried again. */
const receiver = 'http://127.0.0.1:9/hook';

/** Gives an account a webhook with a delivery. */
export async function openWebhook({ url }: TestServer, account: FuzzAccount): Promise<FuzzAccount> {
  const { token } = account.streamer;
  const body = { url: receiver, events: ['donation.received' as const] };
  const { id } = await call(url, 'createWebhook', { token, body });
  const delivery = await call(url, 'testWebhook', { token, params: { id } });
  return { ...account, ids: { ...account.ids, webhooks: [id], 'webhook-deliveries': [delivery.id] } };
}

/** Signs in again where an account's session has ended; another account where its password is not known any more. */
export async function renewAccount(server: TestServer, account: FuzzAccount): Promise<FuzzAccount> {
  const { username } = account.streamer;
  const { status, body } = await request(server.url, 'login', { body: { username, password } });
  if (status !== 200) return await openWebhook(server, await openAccount(server));
  const { token } = body as { token: string };
  return { ...account, streamer: { ...account.streamer, token } };
}

/** A payment for an open donation as the server built it, bare and signed, and who pays. */
export async function preparePayment(server: TestServer, { ids }: FuzzAccount): Promise<KnownValues> {
  const wallet = await fundedWallet(server.sandbox.url, 5_000_000_000);
  const { transaction } = await call(server.url, 'buildPayment', {
    params: { id: ids['donations']?.[1] ?? '' },
    body: { payer: wallet.address, amount: 0.01 },
  });
  return {
    transaction: [transaction, await signAsBuilt(wallet, transaction)],
    payer: [wallet.address],
    payoutAddress: [null, wallet.address],
  };
}

/** What the fields of requests to a path may hold so that the server finds something by it. */
export function knownValues(
  path: string,
  accounts: FuzzAccount[],
  strangersIds: FuzzAccount['ids'],
): KnownValues {
  const named = [...accounts.map((account) => account.ids), strangersIds].flatMap((ids) =>
    Object.entries(ids),
  );
  const ids = named.flatMap(([, some]) => some);
  const fitting = named.filter(([place]) => path.startsWith(`/${place}/`)).flatMap(([, some]) => some);
  return {
    // Half of them are names of what the path is for.
    id: [...ids, ...ids.flatMap((_, index) => fitting.at(index % fitting.length) ?? [])],
    donationId: ids,
    alertId: ids,
    linkCode: accounts.flatMap(({ streamer }) => [streamer.donationLink, streamer.widgetCode]),
    username: accounts.map(({ streamer }) => streamer.username),
    password: [password, 'not this horse'],
    currentPassword: [password, 'not this horse'],
    url: [receiver],
    timeZone: ['UTC', 'Europe/Madrid'],
    cardColor: ['#22c55e'],
    cardGradient: [null, '{"gradientType":"fire"}', '{"gradientType":"none"}'],
    amount: [0.002, 0.01, 1],
    soundId: [null],
  };
}

/** Every row that belongs to an account, as text: what must be the same after all that others did. */
export async function rowsOf(
  { connectionString }: TestServer,
  userId: string,
): Promise<Record<string, string[]>> {
  const db = new Client({ connectionString });
  await db.connect();
  try {
    const { rows: tables } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'user_id' order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name, key } of [
      { name: 'users', key: 'id' },
      ...tables.map((table) => ({ ...table, key: 'user_id' })),
    ]) {
      // A queue in which a test waits wakes now and then by itself.
      const row = name === 'alert_queues' ? `(to_jsonb(t) - 'wake_at')::text` : 't::text';
      const { rows } = await db.query<{ row: string }>(
        `select ${row} as row from ${db.escapeIdentifier(name)} t where ${key} = $1 order by 1`,
        [userId],
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    await db.end();
  }
}
