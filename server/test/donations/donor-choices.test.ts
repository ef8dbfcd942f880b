import { beforeAll, describe, expect, test } from 'vitest';
import { paymentUri } from '#contract/donation.ts';
import { type Alert, presentDeskAlert } from '#server/app/desk/alert-view.ts';
import { presentPostCard } from '#server/app/posts/present-post.ts';
import { presentShown } from '#server/app/donations/present-donation.ts';
import { presentWidgets } from '#server/app/desk/present-widgets.ts';
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

let url: string;
let streamer: TestStreamer;
const fixture = forFile(openDesk);
beforeAll(async () => {
  ({ url } = fixture.server);
  streamer = await registerStreamer(url);
});

const style = { cardColor: '#22c55e', cardGradient: null };
const set = (presetAmounts: unknown, minDonationAmount = 0.002) =>
  request(url, 'changeSettings', {
    token: streamer.token,
    body: { ...style, minDonationAmount, ...(presetAmounts !== undefined && { presetAmounts }) },
  });
const page = () => call(url, 'donationPage', { params: { linkCode: streamer.donationLink } });
const create = (body: object) =>
  request(url, 'createDonation', { body: { linkCode: streamer.donationLink, ...body } });

/** Everything that a socket is sent from now on, as text. */
function bytesOf({ socket }: Listener): string[] {
  const packets: string[] = [];
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => void packets.push(String(data)));
  return packets;
}

describe('preset amounts', () => {
  test('stand on the donation page, smallest first, and stay when a client does not know of them', async () => {
    expect((await page()).presetAmounts).toEqual([]);
    expect(await set([0.5, 0.05])).toMatchObject({ status: 200, body: { presetAmounts: [0.05, 0.5] } });
    await until(async () => expect((await page()).presetAmounts).toEqual([0.05, 0.5]));
    expect(await set(undefined)).toMatchObject({ status: 200, body: { presetAmounts: [0.05, 0.5] } });
  });

  test('are refused in words when they are below every minimum, too many, twice or no amounts', async () => {
    const tooSmall = 'A preset amount must be at least 0.002 SOL';
    for (const [amounts, message] of [
      [[0.001], tooSmall],
      [[1e-12], tooSmall],
      [[0], 'Please enter an amount above 0'],
      [[-1], 'Please enter an amount above 0'],
      [[1001], 'A preset amount cannot exceed 1000 SOL'],
      [[0.1, 0.1], 'This amount is there already'],
      [[1, 2, 3, 4, 5, 6, 7], 'There can be at most 6 preset amounts'],
      [['0.1'], expect.any(String)],
      [{}, expect.any(String)],
    ] as const)
      expect(await set(amounts)).toMatchObject({ status: 400, body: { code: 'invalid_request', message } });
    expect((await page()).presetAmounts).toEqual([0.05, 0.5]);
  });

  test('are stored and not offered while the minimum is above them, new ones as those that stood there', async () => {
    expect(await set([0.05, 0.5], 0.1)).toMatchObject({ status: 200, body: { presetAmounts: [0.05, 0.5] } });
    await until(async () => expect((await page()).presetAmounts).toEqual([0.5]));
    expect(await create({ askedAmount: 0.05 })).toMatchObject({
      status: 400,
      body: { code: 'amount_below_minimum', message: expect.stringContaining('minimum') },
    });
    const both = { status: 200, body: { presetAmounts: [0.05, 0.06, 0.5] } };
    expect(await set([0.05, 0.06, 0.5], 0.2)).toMatchObject(both);
    expect((await page()).presetAmounts).toEqual([0.5]);
    expect((await set([0.05, 0.5])).status).toBe(200);
    await until(async () => expect((await page()).presetAmounts).toEqual([0.05, 0.5]));
  });
});

describe('a chosen amount', () => {
  test('is asked for, over a reload too, and decides about nothing', async () => {
    const { status, body } = await create({ askedAmount: 0.5 });
    const { id } = body as { id: string };
    expect([status, Object.keys(body as object)]).toEqual([
      201,
      ['id', 'walletAddress', 'minAmount', 'expiresAt', 'hasAudio'],
    ]);
    const donation = await call(url, 'publicDonation', { params: { id } });
    expect(donation).toMatchObject({ askedAmount: 0.5, minAmount: 0.002, missingAmount: 0.002 });
    await call(url, 'sandboxPay', { body: { donationId: id, amount: 0.003 } });
    await until(async () =>
      expect(await call(url, 'publicDonation', { params: { id } })).toMatchObject({
        status: expect.not.stringContaining('PENDING'),
        amount: 0.003,
      }),
    );
  });

  test('may be the very minimum', async () => {
    expect((await create({ askedAmount: 0.002 })).status).toBe(201);
  });

  test('is what the sandbox pays; without one all is as before', async () => {
    const asked = (await create({ askedAmount: 0.4 })).body as { id: string };
    await call(url, 'sandboxPay', { body: { donationId: asked.id } });
    await until(async () =>
      expect((await call(url, 'donationStatus', { params: { id: asked.id } })).amount).toBe(0.4),
    );
    const { id } = (await create({})).body as { id: string };
    const plain = await call(url, 'publicDonation', { params: { id } });
    expect(plain).toMatchObject({ askedAmount: null, hidesName: false, hidesAmount: false });
    expect(paymentUri(plain.walletAddress, 2_000_000n)).toBe(
      `solana:${plain.walletAddress}?amount=0.002&label=Donation`,
    );
  });

  test.each([0, -1, 1e-12, 0.0019, 1_000_001, '0.5', true])('%j is refused in words', async (askedAmount) => {
    const { status, body } = await create({ askedAmount });
    expect([status, body]).toEqual([400, { code: expect.any(String), message: expect.any(String) }]);
  });
});

describe('what a donor hides', () => {
  const secret = { name: 'Zoë-the-Hidden', amount: 0.123456 };

  const expectNothingOf = (packets: readonly string[], ids: readonly string[]): void => {
    const all = packets.join('\n');
    expect(all).toContain('Anonymous');
    for (const told of [secret.name, '0.123456', '123456', ...ids]) expect(all).not.toContain(told);
  };

  test('reaches no overlay and no widget, and the streamer all the same', async () => {
    const kat = await registerStreamer(url);
    const overlay = await openOverlay(url, kat.widgetCode);
    const preview = await openOverlay(url, kat.widgetCode, true);
    const widget = await listen(url);
    widget.socket.emit('widget_connect', { linkCode: kat.widgetCode });
    const packets = [overlay, preview, widget].map(bytesOf);
    const give = async (hides: object, { name, amount } = secret): Promise<string> => {
      const { id } = await call(url, 'createDonation', {
        body: { linkCode: kat.donationLink, donatorName: name, message: 'hi', ...hides },
      });
      await call(url, 'sandboxPay', { body: { donationId: id, amount } });
      return id;
    };
    const both = await give({ hidesName: true, hidesAmount: true });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    const [card] = cardsOf(overlay);
    expect(card).toMatchObject({ donatorName: 'Anonymous', amount: 0, isAmountHidden: true, message: 'hi' });
    expect(card?.id).toBe(card?.alertId);
    await until(() => expect(cardsOf(preview)).toEqual([card]));

    // By what the card goes by it is acknowledged, also by a client that knows of no alerts.
    await until(async () => {
      overlay.socket.emit('mark_donation_shown', { donationId: card?.id ?? '' });
      const { data } = await call(url, 'myDonations', { token: kat.token });
      expect(data[0]).toMatchObject({ isShown: true, settledHow: 'overlay' });
    });
    const { data } = await call(url, 'myDonations', { token: kat.token });
    expect(data[0]).toMatchObject({
      donatorName: secret.name,
      amount: secret.amount,
      hidesName: true,
      hidesAmount: true,
    });

    await call(url, 'replayAlert', { token: kat.token, body: { donationId: both } });
    await until(() => expect(cardsOf(overlay)).toHaveLength(2));
    expect(cardsOf(overlay)[1]).toMatchObject({ donatorName: 'Anonymous', amount: 0 });
    const desk = await call(url, 'alertDesk', { token: kat.token });
    expect(desk.now).toMatchObject({ donatorName: secret.name, amount: secret.amount, hidesName: true });

    await until(() =>
      expect(widget.heard('widgets_changed').at(-1)).toMatchObject({
        goal: { raised: secret.amount },
        leaderboard: { places: [] },
        ticker: [{ donatorName: 'Anonymous', amount: 0, isAmountHidden: true }],
      }),
    );
    const [overlayTold = [], previewTold = [], widgetTold = []] = packets;
    expectNothingOf([...overlayTold, ...previewTold], [both]);
    // The goal counts the amount; nothing else of it may be told.
    const { goal: _, ...rest } = widget.heard('widgets_changed').at(-1) ?? {};
    expectNothingOf([JSON.stringify(rest)], [both]);
    expect(widgetTold.join('')).not.toContain(secret.name);
    expect(widgetTold.join('')).not.toContain(both);
  });

  test('an amount is hidden in the operator’s currency too', () => {
    const value = { currency: 'EUR', priceMicros: 151_204_500n, minor: 1512n };
    const card = {
      id: 'd',
      donatorName: 'Ada',
      receivedLamports: 1n,
      message: '',
      clip: null,
      value,
      token: null,
    };
    expect(presentShown('a', { ...card, hidesName: true, hidesAmount: false }).fiat).not.toBeNull();
    expect(presentShown('a', { ...card, hidesName: false, hidesAmount: true })).toMatchObject({
      id: 'a',
      amount: 0,
      fiat: null,
    });
  });

  test('an amount in a token is hidden too, with its value: in posts, on cards, in the ticker and from moderators', () => {
    const token = { mint: 'mint', symbol: 'USDC', decimals: 6, units: 5_250_000n };
    const donation = {
      id: 'd',
      donatorName: 'Ada',
      message: '',
      receivedLamports: 0n,
      isBlocked: false,
      hidesName: false,
      hidesAmount: true,
      clip: null,
      value: { currency: 'EUR', priceMicros: 151_204_500n, minor: 1512n },
      token,
    };
    const alert: Alert = {
      id: 'a',
      kind: 'payment',
      donation,
      foundWords: [],
      heldFor: [],
      testLamports: null,
      heldAt: null,
      approvedAt: null,
      isMasked: false,
      trayedAt: null,
      queuedAt: new Date(),
      goesNext: false,
      releasedAt: null,
      sentAt: null,
      attempts: 0,
      settledAt: null,
      settledHow: null,
    };
    const look = { clipMinimumLamports: null, rules: [], showsFiat: true, reading: null };
    expect(presentPostCard(alert, look)).toMatchObject({ amount: '', fiat: '' });
    expect(presentShown('a', donation)).not.toHaveProperty('tokenAmount');
    const ticked = { ...donation, lamports: 0n, paidAt: new Date(), isNamed: true };
    const { state } = presentWidgets(
      {
        settings: {
          goal: { title: '', target: 1, offset: 0 },
          leaderboard: { span: 'all', places: 1 },
          ticker: { count: 1 },
        },
        goalSince: new Date(),
        raisedLamports: 0n,
        places: [],
        ticker: [ticked],
        stream: null,
      },
      { wordLists: [], ownWords: [], allowedWords: [] },
    );
    expect(state.ticker[0]).not.toHaveProperty('tokenAmount');
    expect(presentDeskAlert(alert, false)).toMatchObject({ token: { amount: '5.25' }, amount: 0 });
    expect(presentDeskAlert(alert, true)).toMatchObject({ amount: null, fiat: null });
    expect(presentDeskAlert(alert, true)).not.toHaveProperty('token');
  });

  test('one of the two hides neither the other on the card, nor lets a sum on the leaderboard tell it', async () => {
    const kat = await registerStreamer(url);
    const overlay = await openOverlay(url, kat.widgetCode);
    for (const hides of [{ hidesName: true }, { hidesAmount: true }, {}]) {
      const { id } = await call(url, 'createDonation', {
        body: { linkCode: kat.donationLink, donatorName: 'Ada', ...hides },
      });
      await call(url, 'sandboxPay', { body: { donationId: id, amount: 0.25 } });
      await until(async () =>
        expect((await call(url, 'donationStatus', { params: { id } })).status).not.toBe('PENDING'),
      );
    }
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(0));
    expect(overlay.heard('show_donation')[0]).toMatchObject({ donatorName: 'Anonymous', amount: 0.25 });
    const { state } = await call(url, 'widgets', { token: kat.token });
    expect(state.leaderboard.places).toEqual([{ donatorName: 'Ada', amount: 0.25 }]);
    const told = state.ticker.map(({ donatorName, amount }) => `${donatorName} ${amount}`);
    expect(told.toSorted()).toEqual(['Ada 0', 'Ada 0.25', 'Anonymous 0.25']);
    expect(state.goal.raised).toBe(0.75);
  });
});
