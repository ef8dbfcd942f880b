import { beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import { ruleOf } from '#server/test/alert-rule-fixture.ts';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, type TestStreamer, until } from '#server/test/test-client.ts';

/** What of another streamer's a call may name. */
interface Theirs {
  donation: string;
  alert: string;
  token: string;
  session: string;
  webhook: string;
  delivery: string;
  block: string;
  rule: string;
  sound: string;
}

/**
 * What keeps a call away from what is another's:
 *
 * - `open`: it is for anyone, and tells or changes nothing that is a streamer's own
 * - `own`: it names nothing, so that it can only be about the caller; `body` is what it needs to succeed
 * - `operator`: to whoever is none it does not exist, whatever it names
 * - `foreign`: it names a thing by `id`, or in its body; `answers` are the statuses that it may have for another's
 */
type Guard =
  | { kind: 'open' }
  | { kind: 'own'; body?: unknown }
  | { kind: 'operator' }
  | { kind: 'foreign'; id?: keyof Theirs; body?: (theirs: Theirs) => unknown; answers: number[] };

const open: Guard = { kind: 'open' };
const own: Guard = { kind: 'own' };
const operator: Guard = { kind: 'operator' };
const foreign = (id: keyof Theirs) => ({ kind: 'foreign', id, answers: [404] }) satisfies Guard;
/** A kind of place, of which everybody has their own; whatever else stands there is refused. */
const placeOfOwn: Guard = { kind: 'foreign', answers: [404] };
const passwords = { currentPassword: 'wrong horse', newPassword: 'another horse' };

/** Every call of the contract. One that is new needs a row here: say what keeps it from what is another's. */
const guards: Record<RouteName, Guard> = {
  register: open,
  login: open,
  donationPage: open,
  createDonation: open,
  donationStatus: open,
  publicDonation: open,
  lookForPayment: open,
  uploadAudio: open,
  config: open,
  solPrice: open,
  sandboxPay: open,
  buildPayment: open,
  sendPayment: open,
  recoveryMessage: open,
  recoverByWallet: open,
  recoverByCode: open,
  logout: own,
  confirmPassword: { kind: 'own', body: { password: 'correct horse' } },
  usersMe: own,
  authMe: own,
  exportKey: own,
  changeAccount: { kind: 'own', body: { timeZone: 'Asia/Tokyo', acceptingDonations: false } },
  wallet: own,
  walletEntries: own,
  myTokens: own,
  // Its mint is nobody's: a token that this server does not take.
  changeToken: { kind: 'foreign', body: () => ({ isOn: true }), answers: [404] },
  walletTokens: own,
  quoteWithdrawal: { kind: 'own', body: { address: 'no address', amount: null } },
  // Another's id is taken, whatever stands beside it; what comes of that is in wallet.test.ts.
  withdraw: {
    kind: 'foreign',
    body: ({ donation }) => ({
      id: donation,
      address: 'no address',
      amount: 1,
      isAll: false,
      fee: 0.000005,
      unitPrice: 0,
      password: 'correct horse',
    }),
    answers: [400],
  },
  withdrawal: foreign('donation'),
  listSessions: own,
  // The answer is the same whether a session is there or not.
  endSession: { kind: 'foreign', id: 'session', answers: [200] },
  endOtherSessions: own,
  changePassword: { kind: 'own', body: passwords },
  donationStats: own,
  donationLink: own,
  myDonations: own,
  searchDonations: own,
  dailyDonations: own,
  exportDonations: own,
  donationHistory: foreign('donation'),
  markShown: foreign('donation'),
  changeSettings: {
    kind: 'own',
    body: { minDonationAmount: 50, cardColor: '#000000', cardGradient: null },
  },
  alertDesk: own,
  testAlert: own,
  pauseAlerts: own,
  resumeAlerts: own,
  playNextAlert: { kind: 'foreign', body: ({ alert }) => ({ alertId: alert }), answers: [200] },
  clearAlerts: own,
  putBackAlerts: own,
  // The answer is the same whether it is on stream or not; that of another's stays, see desk.test.ts.
  skipAlert: { kind: 'foreign', body: ({ alert }) => ({ alertId: alert }), answers: [200] },
  replayAlert: { kind: 'foreign', body: ({ donation }) => ({ donationId: donation }), answers: [404] },
  changeSound: { kind: 'own', body: { volume: 1, isMuted: true } },
  playAlert: foreign('alert'),
  dismissAlert: foreign('alert'),
  approveAlert: foreign('alert'),
  rejectAlert: foreign('alert'),
  blockDonation: foreign('donation'),
  unblockDonation: foreign('donation'),
  alertSettings: own,
  changeAlertSettings: { kind: 'own', body: { ...defaultAlertSettings, stacksCards: true } },
  listBlocks: own,
  addBlock: { kind: 'own', body: { kind: 'name', value: 'Ana' } },
  blockDonor: { ...foreign('donation'), body: () => ({ kind: 'name' }) },
  blockAlertDonor: { ...foreign('alert'), body: () => ({ kind: 'name' }) },
  removeBlock: foreign('block'),
  alertLog: own,
  alertRules: own,
  createAlertRule: { kind: 'foreign', body: ({ sound }) => ruleOf({ soundId: sound }), answers: [404] },
  changeAlertRule: { kind: 'foreign', id: 'rule', body: () => ruleOf({ volume: 1 }), answers: [404] },
  deleteAlertRule: foreign('rule'),
  createAlertSound: { kind: 'own', body: { fileName: `${'a'.repeat(26)}.mp3`, name: 'mine' } },
  deleteAlertSound: foreign('sound'),
  speech: own,
  changeSpeech: {
    kind: 'own',
    body: { source: 'browser', minimumAmount: null, volume: 1, language: 'es' },
  },
  accessTokens: own,
  createAccessToken: { kind: 'own', body: { scope: 'alerts', name: 'mine' } },
  revokeAccessToken: foreign('token'),
  replaceWidgetCode: own,
  widgets: own,
  changeWidgets: { kind: 'own', body: { ticker: { count: 20 } } },
  resetGoal: own,
  startStream: own,
  stopStream: own,
  secondFactor: own,
  beginSecondFactor: own,
  turnOnSecondFactor: own,
  turnOffSecondFactor: own,
  replaceRecoveryCodes: own,
  recoveryCode: own,
  replaceRecoveryCode: own,
  downloadAccount: own,
  accountDeletion: own,
  deleteAccount: { kind: 'own', body: { username: 'somebody else', password: 'wrong horse' } },
  keepAccount: own,
  retention: own,
  changeRetention: { kind: 'own', body: { days: 30 } },
  listWebhooks: own,
  createWebhook: {
    kind: 'own',
    body: { url: 'https://hooks.example.com/', events: ['donation.received'] },
  },
  changeWebhook: foreign('webhook'),
  deleteWebhook: foreign('webhook'),
  webhookSecret: foreign('webhook'),
  replaceWebhookSecret: foreign('webhook'),
  testWebhook: foreign('webhook'),
  webhookDeliveries: foreign('webhook'),
  webhookDelivery: foreign('delivery'),
  redeliverWebhook: foreign('delivery'),
  postPlaces: own,
  connectDiscord: { kind: 'own', body: { url: 'https://discord.com/api/webhooks/1/of-nobody' } },
  connectTwitch: own,
  changePostPlace: placeOfOwn,
  disconnectPostPlace: placeOfOwn,
  testPost: placeOfOwn,
  posts: placeOfOwn,
  adminHealth: operator,
  adminMoney: operator,
  adminAlarms: operator,
  adminBackups: operator,
  backUpNow: operator,
  adminStreamers: operator,
  adminStreamer: operator,
  suspendStreamer: operator,
  unsuspendStreamer: operator,
  endStreamerSession: operator,
  endStreamerSessions: operator,
  adminAudit: operator,
};
const names = Object.keys(routes) as RouteName[];

let url: string;
let mine: TestStreamer;
let victim: TestStreamer;
let theirs: Theirs;
const fixture = forFile(openDesk);
beforeAll(async () => {
  ({ url } = fixture.server);
  mine = await registerStreamer(url);
  victim = await registerStreamer(url);
  theirs = await layOut();
});

/** Puts something of the victim’s wherever a call could do something to it. */
async function layOut(): Promise<Theirs> {
  await fixture.change(victim, { approveFirst: true });
  const donation = await fixture.donate(victim, { donatorName: 'Ana', message: 'for the victim only' });
  await until(async () => expect((await fixture.desk(victim.token)).toApprove).toHaveLength(1));
  // Nothing of the server's own doing may look like an attack that came through.
  await until(async () =>
    expect((await fixture.listed(victim, donation))?.transferSignature).toEqual(expect.any(String)),
  );
  await fixture.token(victim, 'alerts');
  const [alert] = (await fixture.desk(victim.token)).toApprove;
  const [token] = (await call(url, 'accessTokens', { token: victim.token })).data;
  const [session] = (await call(url, 'listSessions', { token: victim.token })).data;
  const [webhook, delivery] = await layOutWebhook();
  const wanted = { kind: 'word', value: 'in no message' };
  const { entries } = await call(url, 'addBlock', { token: victim.token, body: wanted });
  const { fileName } = await uploadTone(url);
  const sounds = { token: victim.token, body: { fileName, name: 'theirs' } };
  const [sound] = (await call(url, 'createAlertSound', sounds)).sounds;
  const rules = { token: victim.token, body: ruleOf({ soundId: sound?.id ?? '' }) };
  const [rule] = (await call(url, 'createAlertRule', rules)).rules;
  return {
    donation,
    alert: alert?.id ?? '',
    token: token?.id ?? '',
    session: session?.id ?? '',
    webhook,
    delivery,
    block: entries[0]?.id ?? '',
    rule: rule?.id ?? '',
    sound: sound?.id ?? '',
  };
}

async function layOutWebhook(): Promise<[webhook: string, delivery: string]> {
  const { token } = victim;
  const body = { url: 'http://127.0.0.1:9/', events: ['donation.received'] };
  const { id } = await call(url, 'createWebhook', { token, body });
  return [id, (await call(url, 'testWebhook', { token, params: { id } })).id];
}

/** All that the victim can read, without the times of last use, which this very reading moves. */
async function victimsThings(): Promise<unknown> {
  const things: unknown[] = [];
  for (const name of names) {
    const route: Route = routes[name];
    const isOwn = guards[name].kind === 'own' && route.method === 'GET' && route.sends === undefined;
    // Limited to a few an hour.
    if (isOwn && name !== 'exportKey') things.push([name, await call(url, name, { token: victim.token })]);
  }
  const text = JSON.stringify(things, (key, value: unknown) =>
    /^(seen|lastUsed)At$/.test(key) ? null : value,
  );
  return JSON.parse(text) as unknown;
}

/** Makes a call as somebody; ids and bodies are the victim's where the call names any. */
async function attack(name: RouteName, token: string | undefined) {
  const guard = guards[name];
  const id = guard.kind === 'foreign' && guard.id !== undefined ? theirs[guard.id] : theirs.donation;
  const isRead = routes[name].method === 'GET';
  const body =
    guard.kind === 'foreign' ? (guard.body?.(theirs) ?? {}) : guard.kind === 'own' ? guard.body : {};
  const response = await fetch(`${url}/api${routes[name].path.replace(/:(id|linkCode)/, id)}`, {
    method: routes[name].method,
    headers: {
      ...(!isRead && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(!isRead && { body: JSON.stringify(body ?? {}) }),
  });
  return { status: response.status, text: await response.text() };
}

test('every call of the contract has a row, and what names a thing is called with another’s', () => {
  expect(Object.keys(guards).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    const route: Route = routes[name];
    const { kind } = guards[name];
    expect([name, kind === 'open']).toEqual([name, route.access === 'anyone']);
    const namesThing = route.params !== undefined || /[iI]d\b/.test(JSON.stringify(shapeOf(route.body)));
    const isForOperators = route.access === 'operator';
    expect([name, kind === 'operator']).toEqual([name, isForOperators]);
    expect([name, kind === 'foreign']).toEqual([
      name,
      route.access !== 'anyone' && !isForOperators && namesThing,
    ]);
  }
});

function shapeOf(schema: Route['body']): string[] {
  return Object.keys(schema?.shape ?? {});
}

test('the eye is open: the victim’s own call changes what is compared', async () => {
  const before = await victimsThings();
  await call(url, 'changeSound', { token: victim.token, body: { volume: 33 } });
  expect(await victimsThings()).not.toEqual(before);
});

test('no call of one streamer reaches what is another’s', async () => {
  const before = await victimsThings();
  const told = [theirs.donation, theirs.alert, 'for the victim only', victim.widgetCode];
  const faults: string[] = [];
  // What ends the session comes last.
  const order = names.toSorted((one, other) => Number(one === 'logout') - Number(other === 'logout'));
  for (const name of order.filter((called) => guards[called].kind !== 'open')) {
    const { status, text } = await attack(name, mine.token);
    const isRefused = refuses(name, status) && status < 500;
    if (!isRefused || told.some((secret) => text.includes(secret)))
      faults.push(`${name} → ${status} ${text}`);
  }
  expect(faults).toEqual([]);
  expect(await victimsThings()).toEqual(before);
});

/** Whether a status is one that a call about another's thing may have; always, where it names none. */
function refuses(name: RouteName, status: number): boolean {
  const guard = guards[name];
  if (guard.kind === 'operator') return status === 404;
  return guard.kind !== 'foreign' || guard.answers.includes(status);
}

test('no token of another’s desk reaches it either, and none but a session reaches what is for streamers', async () => {
  const attacker = await registerStreamer(url);
  const tokens = [
    await fixture.token(attacker, 'alerts'),
    await fixture.token(attacker, 'moderator'),
    await fixture.token(attacker, 'moderator', true),
  ];
  const before = await victimsThings();
  const faults: string[] = [];
  for (const token of tokens) {
    for (const name of names.filter((called) => routes[called].access !== 'anyone')) {
      const { status, text } = await attack(name, token);
      const isRefused = routes[name].access === 'streamer' ? status === 403 : refuses(name, status);
      if (!isRefused || text.includes('for the victim only')) faults.push(`${name} → ${status} ${text}`);
    }
  }
  expect(faults).toEqual([]);
  expect(await victimsThings()).toEqual(before);
});

test('what is public of the victim opens nothing: codes and ids are no tokens', async () => {
  const before = await victimsThings();
  const { walletAddress, id, username } = victim.user;
  const worthless = [undefined, victim.donationLink, victim.widgetCode, walletAddress, id, username];
  for (const token of [...worthless, theirs.session, theirs.token, `brava_${theirs.token}`, 'null']) {
    for (const name of names.filter((called) => routes[called].access !== 'anyone')) {
      const { status } = await attack(name, token);
      const expected = routes[name].access === 'operator' ? 404 : 401;
      expect([name, token, status]).toEqual([name, token, expected]);
    }
  }
  expect(await victimsThings()).toEqual(before);
});

test('a moderator from whom amounts are hidden gets none by any other way', async () => {
  const token = await fixture.token(victim, 'moderator', true);
  const desk = await fixture.desk(token);
  const listed = JSON.stringify(desk);
  expect(listed).not.toContain(theirs.donation);
  expect(desk.toApprove.map(({ amount, donationId }) => [amount, donationId])).toEqual([[null, null]]);
  const { body } = await request(url, 'replayAlert', { token, body: { alertId: theirs.alert } });
  expect(JSON.stringify(body)).not.toContain(theirs.donation);
});
