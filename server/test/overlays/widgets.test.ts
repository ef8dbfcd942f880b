import { beforeAll, describe, expect, test } from 'vitest';
import type { WidgetState } from '#contract/widgets.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { startOfDay } from '#server/postgres/alerts/widget-totals.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  cardsOf,
  type Listener,
  listen,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

let url: string;
const fixture = forFile(openDesk);
beforeAll(() => {
  ({ url } = fixture.server);
});

async function openWidget(linkCode: string): Promise<Listener> {
  const widget = await listen(url);
  widget.socket.emit('widget_connect', { linkCode });
  return widget;
}

const latest = (widget: Listener): WidgetState | undefined => widget.heard('widgets_changed').at(-1);
const act = (streamer: TestStreamer, name: 'widgets' | 'resetGoal' | 'startStream' | 'stopStream') =>
  call(url, name, { token: streamer.token });

/** Pays a donation of that name and amount. */
async function give(streamer: TestStreamer, donatorName: string, amount: number): Promise<string> {
  const id = await fixture.offer(streamer, { donatorName });
  await call(url, 'sandboxPay', { body: { donationId: id, amount } });
  await until(async () => {
    const { status } = await call(url, 'donationStatus', { params: { id } });
    expect(status).not.toBe('PENDING');
  });
  return id;
}

/** Waits until nothing of a donation changes any more: its money has been passed on, for good. */
async function settled(id: string): Promise<void> {
  await until(async () => {
    const { rowCount } = await fixture.db.query(
      `select from donations where id = $1 and swept_at is not null`,
      [id],
    );
    expect(rowCount).toBe(1);
  });
}

const rank = ({ leaderboard }: WidgetState) =>
  leaderboard.places.map(({ donatorName, amount }) => [donatorName, amount]);

test('only the secret code opens widgets, and a replaced one closes those that are open', async () => {
  const streamer = await registerStreamer(url);
  for (const code of [streamer.donationLink, 'nobody']) {
    const stranger = await openWidget(code);
    await until(() => expect(stranger.heard('error')).toMatchObject([{ code: 'invalid_link_code' }]));
    expect(stranger.heard('widgets_changed')).toEqual([]);
  }
  const widget = await openWidget(streamer.widgetCode);
  await until(() => expect(latest(widget)?.goal.raised).toBe(0));
  await call(url, 'replaceWidgetCode', { token: streamer.token });
  await until(() => expect(widget.heard('error')).toMatchObject([{ code: 'invalid_link_code' }]));
  await until(() => expect(widget.socket.connected).toBe(false));
  await give(streamer, 'unseen', 0.5);
  expect(latest(widget)?.ticker).toEqual([]);
});

describe('goal', () => {
  test('counts what is paid at once and exactly, not what is only offered, tests left out', async () => {
    const streamer = await registerStreamer(url);
    const widget = await openWidget(streamer.widgetCode);
    await until(() => expect(widget.heard('widgets_changed')).toHaveLength(1));
    await fixture.offer(streamer, { donatorName: 'only looking' });
    await call(url, 'testAlert', { token: streamer.token });
    await give(streamer, 'Ann', 0.1);
    await give(streamer, 'Bo', 0.2);
    await until(() => expect(latest(widget)?.goal.raised).toBe(0.3));
    const goal = { title: '  New microphone ', target: 5, offset: 1.5 };
    const { state } = await call(url, 'changeWidgets', { token: streamer.token, body: { goal } });
    expect(state.goal).toMatchObject({ title: 'New microphone', target: 5, raised: 1.8 });
    await until(() => expect(latest(widget)?.goal).toEqual(state.goal));
  });

  test('starts anew: what was on the bar counts no more, what comes after it does', async () => {
    const streamer = await registerStreamer(url);
    const first = await act(streamer, 'widgets');
    await give(streamer, 'before', 0.4);
    const { state } = await act(streamer, 'resetGoal');
    expect(state.goal.raised).toBe(0);
    expect(Date.parse(state.goal.since)).toBeGreaterThan(Date.parse(first.state.goal.since));
    await give(streamer, 'after', 0.25);
    expect((await act(streamer, 'widgets')).state.goal.raised).toBe(0.25);
    await act(streamer, 'resetGoal');
    expect((await act(streamer, 'widgets')).state.goal.raised).toBe(0);
  });

  test('is refused with what is no goal, and then nothing changes', async () => {
    const { token } = await registerStreamer(url);
    for (const goal of [
      { title: 'x', target: 0, offset: 0 },
      { title: 'x', target: 1, offset: -1 },
      { title: 'x'.repeat(61), target: 1, offset: 0 },
      { title: 'x', target: Number.MAX_VALUE, offset: 0 },
    ]) {
      const { status } = await request(url, 'changeWidgets', { token, body: { goal } });
      expect(status).toBe(400);
    }
    const { settings } = await call(url, 'changeWidgets', { token, body: {} });
    expect(settings.goal).toEqual({ title: '', target: 10, offset: 0 });
  });
});

describe('leaderboard', () => {
  test('adds up a name whatever its case, shows it as written last, and ranks nobody as Anonymous', async () => {
    const streamer = await registerStreamer(url);
    await give(streamer, 'ÉMILE', 0.2);
    await give(streamer, 'Bo', 0.3);
    await give(streamer, '', 9);
    await give(streamer, 'anonymous', 9);
    fixture.server.passTime(2000);
    await give(streamer, 'Émile', 0.2);
    const { state } = await act(streamer, 'widgets');
    expect(rank(state)).toEqual([
      ['Émile', 0.4],
      ['Bo', 0.3],
    ]);
    const { state: short } = await call(url, 'changeWidgets', {
      token: streamer.token,
      body: { leaderboard: { span: 'all', places: 1 } },
    });
    expect(rank(short)).toEqual([['Émile', 0.4]]);
  });

  test("counts a day by the streamer's time zone", async () => {
    const streamer = await registerStreamer(url);
    const [early, late] = [await give(streamer, 'yesterday', 1), await give(streamer, 'today', 0.5)];
    await settled(early);
    await settled(late);
    await call(url, 'changeAccount', { token: streamer.token, body: { timeZone: 'Pacific/Kiritimati' } });
    const midnight = `date_trunc('day', now() at time zone 'Pacific/Kiritimati') at time zone 'Pacific/Kiritimati'`;
    const move = (id: string, by: string) =>
      fixture.db.query(`update donations set paid_at = ${midnight} + interval '${by}' where id = $1`, [id]);
    await move(early, '-1 second');
    await move(late, '0 seconds');
    const { state } = await call(url, 'changeWidgets', {
      token: streamer.token,
      body: { leaderboard: { span: 'day', places: 5 } },
    });
    expect(rank(state)).toEqual([['today', 0.5]]);
  });

  test('counts a day from the first of two midnights, where clocks go back over it', async () => {
    const streamer = await registerStreamer(url);
    await call(url, 'changeAccount', { token: streamer.token, body: { timeZone: 'America/Havana' } });
    const db = openDatabase(fixture.server.connectionString, { maxConnections: 1, onError: () => {} });
    const begun = async (now: string) =>
      (await startOfDay(db, streamer.user.id, new Date(now))).toISOString();
    try {
      // 00:45, the same once more, and noon.
      for (const now of ['2026-11-01T04:45:00Z', '2026-11-01T05:45:00Z', '2026-11-01T17:00:00Z'])
        expect(await begun(now)).toBe('2026-11-01T04:00:00.000Z');
      expect(await begun('2026-11-02T04:59:00Z')).toBe('2026-11-01T04:00:00.000Z');
      expect(await begun('2026-11-02T05:00:00Z')).toBe('2026-11-02T05:00:00.000Z');
      // Clocks go forward over midnight: the day begins at one.
      expect(await begun('2026-03-08T12:00:00Z')).toBe('2026-03-08T05:00:00.000Z');
    } finally {
      await db.destroy();
    }
  });

  test('counts the stream that runs, and the last one until another starts', async () => {
    const streamer = await registerStreamer(url);
    await give(streamer, 'before', 1);
    fixture.server.passTime(5000);
    const body = { leaderboard: { span: 'stream', places: 5 } };
    const without = await call(url, 'changeWidgets', { token: streamer.token, body });
    expect([rank(without.state), without.state.stream]).toEqual([[], null]);
    const started = await act(streamer, 'startStream');
    await give(streamer, 'during', 0.5);
    const again = await act(streamer, 'startStream');
    expect(again.state.stream).toEqual({ ...started.state.stream, donations: 1, amount: 0.5 });
    fixture.server.passTime(2000);
    const stopped = await act(streamer, 'stopStream');
    expect([rank(stopped.state), stopped.state.stream]).toEqual([[['during', 0.5]], null]);
    await act(streamer, 'stopStream');
    fixture.server.passTime(2000);
    await give(streamer, 'between', 2);
    expect(rank((await act(streamer, 'widgets')).state)).toEqual([['during', 0.5]]);
    fixture.server.passTime(2000);
    const next = await act(streamer, 'startStream');
    expect([rank(next.state), next.state.stream?.donations]).toEqual([[], 0]);
  });
});

describe('names', () => {
  test('are masked by the word lists, in open widgets as soon as a list changes', async () => {
    const streamer = await registerStreamer(url);
    // Opened when nothing else happens any more: only the list changes what it shows.
    await settled(await give(streamer, 'Spoiler Sam', 0.5));
    const widget = await openWidget(streamer.widgetCode);
    await until(() => expect(latest(widget)?.ticker[0]?.donatorName).toBe('Spoiler Sam'));
    await fixture.change(streamer, { ownWords: ['spoiler'] });
    await until(() => expect(latest(widget)?.ticker[0]?.donatorName).toBe('**** Sam'));
    expect(latest(widget)?.leaderboard.places[0]?.donatorName).toBe('**** Sam');
  });

  test('of rejected alerts are left out, and what is blocked altogether; the money counts', async () => {
    const streamer = await registerStreamer(url);
    const blocked = await give(streamer, 'to block', 1);
    await call(url, 'blockDonation', { token: streamer.token, params: { id: blocked } });
    await fixture.change(streamer, { approveFirst: true });
    await give(streamer, 'to reject', 1);
    const { toApprove } = await fixture.desk(streamer.token);
    const params = { id: toApprove[0]?.id ?? '' };
    const nameless = async () => {
      const { state } = await act(streamer, 'widgets');
      expect(state.ticker.map(({ donatorName }) => donatorName)).toEqual(['Anonymous']);
      expect([rank(state), state.goal.raised]).toEqual([[], 2]);
    };
    await nameless();
    await call(url, 'rejectAlert', { token: streamer.token, params });
    await nameless();
  });

  test('wait for approval, and stay left out when it is approved masked and no list has the word', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    await give(streamer, 'fine', 1);
    await give(streamer, 'not fine', 2);
    const { toApprove } = await fixture.desk(streamer.token);
    const approve = (name: string, mask: boolean) => {
      const id = toApprove.find(({ donatorName }) => donatorName === name)?.id ?? '';
      return call(url, 'approveAlert', { token: streamer.token, params: { id }, body: { mask } });
    };
    expect(rank((await act(streamer, 'widgets')).state)).toEqual([]);
    await approve('fine', false);
    await approve('not fine', true);
    expect(rank((await act(streamer, 'widgets')).state)).toEqual([['fine', 1]]);
  });
});

/** Blocks the donor of the only alert that waits for approval, and takes it back: the alert is there again. */
async function blockAndUndo(streamer: TestStreamer): Promise<string> {
  const token = await fixture.token(streamer, 'moderator');
  const [held] = (await fixture.desk(token)).toApprove;
  const act = { token, params: { id: held?.id ?? '' }, body: { kind: 'name' } };
  const { entries } = await call(url, 'blockAlertDonor', act);
  const undo = { params: { id: entries[0]?.id ?? '' }, body: { restore: true } };
  expect(await call(url, 'removeBlock', { token, ...undo })).toEqual({ restored: 1 });
  const [back] = (await fixture.desk(token)).toApprove;
  expect(back?.kind).toBe('replay');
  return back?.id ?? '';
}

const shown = ({ state }: { state: WidgetState }) => [
  state.ticker.map(({ donatorName }) => donatorName),
  rank(state),
];
const leftOut = [['Anonymous'], []];

describe('names that nobody has approved', () => {
  test('are left out after a block was undone, also when the alert is rejected then, or approved masked', async () => {
    for (const [name, body] of [
      ['rejectAlert', {}],
      ['approveAlert', { mask: true }],
    ] as const) {
      const streamer = await registerStreamer(url);
      await fixture.change(streamer, { approveFirst: true });
      await settled(await give(streamer, 'Vile Name', 1));
      const id = await blockAndUndo(streamer);
      expect(shown(await act(streamer, 'widgets'))).toEqual(leftOut);
      await call(url, name, { token: streamer.token, params: { id }, body });
      expect(shown(await act(streamer, 'widgets'))).toEqual(leftOut);
    }
  });

  test('are told, to open widgets too, once it is approved; a replay of it that is rejected takes them away', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const donationId = await give(streamer, 'Kind Name', 1);
    await settled(donationId);
    const id = await blockAndUndo(streamer);
    const widget = await openWidget(streamer.widgetCode);
    const ticked = () => latest(widget)?.ticker.map(({ donatorName }) => donatorName);
    await until(() => expect(ticked()).toEqual(['Anonymous']));
    await call(url, 'approveAlert', { token: streamer.token, params: { id } });
    await until(() => expect(ticked()).toEqual(['Kind Name']));
    const replay = { token: streamer.token, body: { donationId } };
    const { next } = await call(url, 'replayAlert', replay);
    expect(next.map(({ isMasked }) => isMasked)).toEqual([false, false]);
    await call(url, 'rejectAlert', { token: streamer.token, params: { id: next[1]?.id ?? '' } });
    await until(() => expect(ticked()).toEqual(['Anonymous']));
  });

  test('are told of a blocked donation once the streamer allows it and has it shown', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const block = { kind: 'name', value: 'Sam' };
    await call(url, 'addBlock', { token: streamer.token, body: block });
    const id = await give(streamer, 'Sam', 1);
    const allow = { token: streamer.token, params: { id } };
    await call(url, 'unblockDonation', { ...allow, body: { show: false } });
    expect(shown(await act(streamer, 'widgets'))).toEqual(leftOut);
    await call(url, 'blockDonation', allow);
    await call(url, 'unblockDonation', { ...allow, body: { show: true } });
    expect(shown(await act(streamer, 'widgets'))).toEqual([['Sam'], [['Sam', 1]]]);
  });

  test('are told of what the block list dismissed, once the streamer allows it: nobody has judged it', async () => {
    const streamer = await registerStreamer(url);
    await call(url, 'addBlock', { token: streamer.token, body: { kind: 'name', value: 'Sam' } });
    const id = await give(streamer, 'Sam', 1);
    await call(url, 'unblockDonation', { token: streamer.token, params: { id }, body: { show: false } });
    expect(shown(await act(streamer, 'widgets'))).toEqual([['Sam'], [['Sam', 1]]]);
  });

  test('are left out when the alert is dismissed, or its donation marked as shown', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const marked = await give(streamer, 'marked', 1);
    await give(streamer, 'dismissed', 1);
    const { toApprove } = await fixture.desk(streamer.token);
    const id = toApprove.find(({ donatorName }) => donatorName === 'dismissed')?.id ?? '';
    await call(url, 'dismissAlert', { token: streamer.token, params: { id } });
    await call(url, 'markShown', { token: streamer.token, params: { id: marked } });
    expect(shown(await act(streamer, 'widgets'))).toEqual([['Anonymous', 'Anonymous'], []]);
  });
});

test('names of skipped and dismissed alerts are left out, in open widgets too, until they are shown after all; the money counts', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const widget = await openWidget(streamer.widgetCode);
  const told = (...names: [string, string[]]) =>
    until(() => {
      const state = latest(widget);
      expect([
        state?.ticker[0]?.donatorName,
        state?.leaderboard.places.map((place) => place.donatorName),
      ]).toEqual(names);
    });
  const dismissed = await give(streamer, 'Dismissed', 1);
  await settled(dismissed);
  await told('Dismissed', ['Dismissed']);
  const moderator = await fixture.token(streamer, 'moderator');
  const dismissNext = async () => {
    const [next] = (await fixture.desk(token)).next;
    await call(url, 'dismissAlert', { token: moderator, params: { id: next?.id ?? '' } });
  };
  await dismissNext();
  await told('Anonymous', []);
  await call(url, 'replayAlert', { token, body: { donationId: dismissed } });
  await told('Dismissed', ['Dismissed']);
  await dismissNext();
  await told('Anonymous', []);

  const overlay = await openOverlay(url, streamer.widgetCode);
  fixture.server.passTime(2000);
  await give(streamer, 'Skipped', 0.5);
  await until(() => expect(cardsOf(overlay)).toHaveLength(1));
  await told('Skipped', ['Skipped']);
  await call(url, 'skipAlert', { token, body: {} });
  await told('Anonymous', []);
  expect(latest(widget)?.goal.raised).toBe(1.5);
});

test('the ticker shows the newest payment first, as many as are set', async () => {
  const streamer = await registerStreamer(url);
  for (const name of ['one', 'two', 'three']) {
    await give(streamer, name, 0.1);
    fixture.server.passTime(2000);
  }
  const { state } = await call(url, 'changeWidgets', {
    token: streamer.token,
    body: { ticker: { count: 2 } },
  });
  expect(state.ticker.map(({ donatorName }) => donatorName)).toEqual(['three', 'two']);
});

test('a burst of payments is read together, the last of it always', async () => {
  const streamer = await registerStreamer(url);
  const widget = await openWidget(streamer.widgetCode);
  await until(() => expect(widget.heard('widgets_changed')).toHaveLength(1));
  await Promise.all(Array.from({ length: 12 }, (_, i) => give(streamer, `donor ${i}`, 0.1)));
  await until(() => expect(latest(widget)?.goal.raised).toBe(1.2));
});

test('what the chain takes back counts no more', async () => {
  const server = await startTestServer({ slotMs: Infinity, finalizedLag: 32 });
  try {
    const streamer = await registerStreamer(server.url);
    const read = async () => (await call(server.url, 'widgets', { token: streamer.token })).state;
    const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
    server.sandbox.advance(50);
    await call(server.url, 'sandboxPay', { body: { donationId: id } });
    server.sandbox.advance(3);
    server.passTime(6000);
    await until(async () => expect((await read()).goal.raised).toBe(0.002));
    expect(server.sandbox.faults.rollBack(6, 60)).toBe(1);
    server.sandbox.advance(40);
    await until(async () => expect(await read()).toMatchObject({ goal: { raised: 0 }, ticker: [] }));
  } finally {
    await server.stop();
  }
});
