import { beforeAll, expect, test } from 'vitest';
import type { HistoryStep } from '#contract/donation-history.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

let url: string;
const fixture = forFile(() => openDesk({ pace: { ...quickPace, cardMs: 300, gapMs: 50 } }));
beforeAll(() => {
  ({ url } = fixture.server);
});

const historyOf = async ({ token }: TestStreamer, id: string): Promise<HistoryStep[]> =>
  (await call(url, 'donationHistory', { token, params: { id } })).steps;
const told = (steps: HistoryStep[]) =>
  steps.map(({ what, who }) => (who === undefined ? what : `${what} by ${who}`));

test('tells the payment, the approval and by whom, the stream, the replay and the transfer', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { approveFirst: true });
  const moderator = await fixture.token(streamer, 'moderator');
  const overlay = await openOverlay(url, streamer.widgetCode);
  const id = await fixture.donate(streamer, { donatorName: 'Ada' });
  const alertId = String((await fixture.desk(streamer.token)).toApprove[0]?.id);
  expect(told(await historyOf(streamer, id)).slice(0, 4)).toEqual(['created', 'payment', 'paid', 'held']);

  await call(url, 'approveAlert', { token: moderator, params: { id: alertId }, body: {} });
  await until(() => expect(overlay.heard('show_donation')).not.toHaveLength(0));
  // An overlay that has just come may be sent it again, and says so only some seconds after that.
  await until(async () => {
    fixture.server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    expect(await fixture.listed(streamer, id)).toMatchObject({ isShown: true });
  });
  await call(url, 'pauseAlerts', { token: streamer.token });
  await call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
  await until(async () => {
    const steps = await historyOf(streamer, id);
    expect(told(steps)).toEqual(
      expect.arrayContaining([
        `approved by moderator of ${streamer.username}`,
        'sent',
        'shown',
        `replayed by ${streamer.username}`,
        'queued',
        'transferred',
      ]),
    );
    expect(steps.find(({ what }) => what === 'payment')).toMatchObject({ isFinal: true, amount: '0.002' });
    const { transferSignature } = (await fixture.listed(streamer, id)) ?? {};
    expect(steps.find(({ what }) => what === 'transferred')?.signature).toBe(transferSignature);
    const times = steps.slice(1).map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });
});

test('tells who dismissed, rejected or blocked, and what waits', async () => {
  const streamer = await registerStreamer(url);
  await call(url, 'pauseAlerts', { token: streamer.token });
  const ids: string[] = [];
  for (const donatorName of ['dismissed', 'rejected', 'blocked', 'cleared', 'marked'])
    ids.push(await fixture.donate(streamer, { donatorName }));
  const alertOf = async (id: string | undefined) =>
    String((await fixture.desk(streamer.token)).next.find(({ donationId }) => donationId === id)?.id);
  const [dismissed, rejected, blocked, cleared, marked] = ids as [string, string, string, string, string];
  const { token } = streamer;
  await call(url, 'dismissAlert', { token, params: { id: await alertOf(dismissed) } });
  await call(url, 'rejectAlert', { token, params: { id: await alertOf(rejected) } });
  await call(url, 'blockDonation', { token, params: { id: blocked } });
  await call(url, 'markShown', { token, params: { id: marked } });
  await call(url, 'clearAlerts', { token });
  const last = async (id: string) =>
    told(await historyOf(streamer, id)).filter((what) => !/created|payment|paid|transferred/.test(what));
  const { username } = streamer;
  expect(await last(dismissed)).toEqual([`dismissed by ${username}`]);
  expect(await last(rejected)).toEqual([`rejected by ${username}`]);
  expect(await last(blocked)).toEqual(expect.arrayContaining(['blocked', `rejected by ${username}`]));
  expect(await last(cleared)).toEqual(['tray']);
  expect(await last(marked)).toEqual(['marked']);
});

test('is nobody else’s, and not there for what is no donation', async () => {
  const streamer = await registerStreamer(url);
  const stranger = await registerStreamer(url);
  const id = await fixture.offer(streamer);
  expect(told(await historyOf(streamer, id))).toEqual(['created']);
  for (const wanted of [id, 'no-uuid'])
    expect(
      await request(url, 'donationHistory', { token: stranger.token, params: { id: wanted } }),
    ).toMatchObject({ status: 404, body: { code: 'donation_not_found' } });
});
