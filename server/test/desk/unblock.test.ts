import { beforeAll, expect, it } from 'vitest';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';

let url: string;
const desk = forFile(openDesk);
beforeAll(() => {
  ({ url } = desk.server);
});

it('a donation whose block was taken back before it was paid is shown like any other', async () => {
  const kat = await registerStreamer(url);
  const act = { params: { id: await desk.offer(kat, { donatorName: 'Zoe' }) }, token: kat.token };
  expect(await call(url, 'blockDonation', act)).toMatchObject({ isBlocked: true, settledHow: null });
  expect(await call(url, 'unblockDonation', act)).toMatchObject({ isBlocked: false });
  expect(await call(url, 'unblockDonation', act)).toMatchObject({ isBlocked: false });
  await desk.pay(act.params.id);
  await until(async () => {
    const { next } = await desk.desk(kat.token);
    expect(next.map(({ donationId }) => donationId)).toEqual([act.params.id]);
  });
  const { data } = await call(url, 'alertLog', { token: kat.token });
  expect(data.map(({ action, donatorName }) => [action, donatorName])).toEqual([
    ['unblock', 'Zoe'],
    ['block', 'Zoe'],
  ]);
});

it('what a block has settled stays settled, and can be replayed', async () => {
  const kat = await registerStreamer(url);
  const id = await desk.donate(kat);
  const act = { params: { id }, token: kat.token };
  const blocked = await call(url, 'blockDonation', act);
  expect(blocked).toMatchObject({ isBlocked: true, isShown: true, settledHow: 'rejected' });
  expect(await call(url, 'unblockDonation', act)).toMatchObject({ isBlocked: false, settledHow: 'rejected' });
  expect((await desk.desk(kat.token)).next).toEqual([]);
  await call(url, 'replayAlert', { token: kat.token, body: { donationId: id } });
  expect((await desk.desk(kat.token)).next).toMatchObject([{ donationId: id, kind: 'replay' }]);
});

it('only its streamer takes a block back', async () => {
  const kat = await registerStreamer(url);
  const stranger = await registerStreamer(url);
  const params = { id: await desk.offer(kat) };
  await call(url, 'blockDonation', { params, token: kat.token });
  expect((await request(url, 'unblockDonation', { params, token: stranger.token })).status).toBe(404);
  expect((await request(url, 'unblockDonation', { params })).status).toBe(401);
  expect((await desk.listed(kat, params.id))?.isBlocked).toBe(true);
});
