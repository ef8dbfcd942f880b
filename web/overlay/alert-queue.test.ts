import { describe, expect, test } from 'vitest';
import type { ShownDonation } from '#contract/events.ts';
import { advance, type AlertQueue, emptyQueue, hide, nextDueAtMs, receive, skip } from './alert-queue.ts';

const times = { shownMs: 70, leaveMs: 3, acknowledgeAfterMs: 50 };

function alert(alertId: string, id = `donation of ${alertId}`): ShownDonation {
  return {
    id,
    alertId,
    donatorName: 'Pia',
    amount: 0.1,
    fiat: null,
    message: '',
    mediaUrl: null,
    mediaType: null,
    mediaDuration: null,
  };
}

/** Lets the queue run as its timer does, and notes when the server is told what. */
function run(queue: AlertQueue, untilMs: number): { queue: AlertQueue; told: [number, string][] } {
  const told: [number, string][] = [];
  let current = queue;
  for (let due = nextDueAtMs(current); due !== null && due <= untilMs; due = nextDueAtMs(current)) {
    const step = advance(current, due, times);
    told.push(...step.shown.map((donation): [number, string] => [due ?? 0, donation.alertId]));
    current = step.queue;
  }
  return { queue: current, told };
}

const cardIds = (queue: AlertQueue) => queue.cards.map((card) => card.donation.alertId);

describe('the alert queue', () => {
  test('shows an alert as soon as it arrives', () => {
    expect(cardIds(receive(emptyQueue, alert('a'), 0, times))).toEqual(['a']);
  });

  test('lets a card leave after its time, tells the server once, then drops the card', () => {
    const shown = receive(emptyQueue, alert('a'), 0, times);
    expect(run(shown, 69)).toEqual({ queue: shown, told: [] });
    const leaving = run(shown, 70);
    expect(leaving.told).toEqual([[70, 'a']]);
    expect(leaving.queue.cards[0]?.isLeaving).toBe(true);
    const gone = run(leaving.queue, 1000);
    expect(gone.told).toEqual([]);
    expect(gone.queue.cards).toEqual([]);
  });

  test('lets a card stand as long as it brings itself', () => {
    const shown = receive(emptyQueue, { ...alert('a'), shownMs: 120 }, 0, times);
    expect(run(shown, 119).told).toEqual([]);
    expect(run(shown, 120).told).toEqual([[120, 'a']]);
  });

  test('stacks alerts in the order of their arrival and each keeps its own time', () => {
    const two = receive(receive(emptyQueue, alert('a'), 0, times), alert('b'), 30, times);
    expect(cardIds(two)).toEqual(['a', 'b']);
    const { queue, told } = run(two, 99);
    expect(told).toEqual([[70, 'a']]);
    expect(cardIds(queue)).toEqual(['b']);
    expect(run(queue, 1000).told).toEqual([[100, 'b']]);
  });

  test('drops a repeat and acknowledges it some time after it arrived', () => {
    const { queue } = run(receive(emptyQueue, alert('a'), 0, times), 80);
    const repeated = receive(queue, alert('a'), 90, times);
    expect(repeated.cards).toEqual([]);
    expect(run(repeated, 1000).told).toEqual([[140, 'a']]);
  });

  test('acknowledges both a card and a repeat that came while it stood', () => {
    const repeated = receive(receive(emptyQueue, alert('a'), 0, times), alert('a'), 40, times);
    expect(cardIds(repeated)).toEqual(['a']);
    expect(run(repeated, 1000).told).toEqual([
      [70, 'a'],
      [90, 'a'],
    ]);
  });

  test('acknowledges only the last of several repeats', () => {
    let queue = run(receive(emptyQueue, alert('a'), 0, times), 80).queue;
    for (const at of [100, 120, 130]) queue = receive(queue, alert('a'), at, times);
    expect(run(queue, 1000).told).toEqual([[180, 'a']]);
  });

  test('shows a replay again: the same donation under another alert', () => {
    const first = receive(emptyQueue, alert('a', 'donation'), 0, times);
    expect(cardIds(receive(first, alert('replay of a', 'donation'), 10, times))).toEqual([
      'a',
      'replay of a',
    ]);
  });

  test('lets a skipped card leave at once and tells the server nothing', () => {
    const two = receive(receive(emptyQueue, alert('a'), 0, times), alert('b'), 10, times);
    const skipped = skip(two, 'a', 20, times);
    expect(skipped.cards.map((card) => card.isLeaving)).toEqual([true, false]);
    const { queue, told } = run(skipped, 30);
    expect(cardIds(queue)).toEqual(['b']);
    expect([...told, ...run(queue, 1000).told]).toEqual([[80, 'b']]);
  });

  test('forgets a repeat of a skipped alert, and shows it again where it is sent again', () => {
    const shown = run(receive(emptyQueue, alert('a'), 0, times), 80).queue;
    const skipped = skip(receive(shown, alert('a'), 90, times), 'a', 95, times);
    expect(run(skipped, 1000).told).toEqual([]);
    expect(cardIds(receive(skipped, alert('a'), 200, times))).toEqual(['a']);
  });

  test('drops everything when nobody sees it; what had not stood its time is a card again when it comes again', () => {
    const shown = run(receive(emptyQueue, alert('a'), 0, times), 70).queue;
    const repeated = receive(receive(shown, alert('a'), 71, times), alert('b'), 71, times);
    const hidden = hide(repeated);
    expect(nextDueAtMs(hidden)).toBeNull();
    const back = receive(receive(hidden, alert('a'), 200, times), alert('b'), 200, times);
    expect(cardIds(back)).toEqual(['b']);
    expect(run(back, 1000).told).toEqual([
      [250, 'a'],
      [270, 'b'],
    ]);
  });

  test('leaves a card alone that is leaving already, and an alert it never had', () => {
    const leaving = run(receive(emptyQueue, alert('a'), 0, times), 70).queue;
    expect(nextDueAtMs(skip(leaving, 'a', 71, times))).toBe(nextDueAtMs(leaving));
    expect(skip(emptyQueue, 'x', 0, times)).toEqual(emptyQueue);
  });

  test('tells of everything that is due when its timer was late', () => {
    const two = receive(receive(emptyQueue, alert('a'), 0, times), alert('b'), 10, times);
    const late = advance(two, 500, times);
    expect(late.shown.map((donation) => donation.alertId)).toEqual(['a', 'b']);
    expect(run(late.queue, 1000).queue.cards).toEqual([]);
  });

  test('waits for nothing while it is empty', () => {
    expect(nextDueAtMs(emptyQueue)).toBeNull();
    expect(nextDueAtMs(run(receive(emptyQueue, alert('a'), 0, times), 1000).queue)).toBeNull();
  });

  test('remembers the newest thousand alerts', () => {
    let queue = emptyQueue;
    for (let i = 0; i < 1100; i++)
      queue = run(receive(queue, alert(`${i}`), i * 100, times), i * 100 + 99).queue;
    expect(queue.seenAlertIds).toHaveLength(1000);
    expect(receive(queue, alert('1099'), 200_000, times).cards).toEqual([]);
  });
});
