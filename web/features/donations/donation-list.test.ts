import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { donationStatuses } from '#contract/donation.ts';
import { listedDonation } from '#contract/listed-donation-fixture.ts';
import {
  alertNote,
  blockWords,
  canBeBlocked,
  canBeMarkedShown,
  countByStatus,
  filterDonations,
  pageNumbers,
  pageOf,
  playingOf,
  waitingOf,
} from './donation-list.ts';

describe('filtering', () => {
  const list = [
    listedDonation({ id: '1', donatorName: 'FoxGlove', message: 'hello' }),
    listedDonation({ id: '2', message: 'a fox!', status: 'SHOWN' }),
    listedDonation({ id: '3', message: 'nothing' }),
  ];
  const ids = (search: string, status: Parameters<typeof filterDonations>[1]['status'] = 'ALL') =>
    filterDonations(list, { search, status }).map(({ id }) => id);

  it('finds donor name or message, whatever the case', () => {
    expect(ids('FOX')).toEqual(['1', '2']);
    expect(ids('hello')).toEqual(['1']);
  });

  it('finds the one donation whose id it is', () => {
    expect(ids('2')).toEqual(['2']);
  });

  it('narrows by status as well', () => {
    expect(ids('fox', 'SHOWN')).toEqual(['2']);
    expect(ids('', 'RECEIVED')).toEqual(['1', '3']);
  });

  it('lets everything through when nothing is asked', () => {
    expect(ids('  ')).toEqual(['1', '2', '3']);
  });
});

it('finds what a keyboard types with letter and accent apart', () => {
  const list = [listedDonation({ donatorName: 'Zoë' })];
  expect(filterDonations(list, { search: 'zoe\u0308', status: 'ALL' })).toHaveLength(1);
  expect(filterDonations(list, { search: 'zoe', status: 'ALL' })).toEqual([]);
});

describe('paging', () => {
  const items = Array.from({ length: 45 }, (_, index) => index);

  it('counts from one and ends at the last item', () => {
    expect(pageOf(items, 1, 20)).toMatchObject({ from: 1, to: 20, pages: 3 });
    expect(pageOf(items, 3, 20)).toMatchObject({ from: 41, to: 45 });
  });

  it('keeps the size within 1 and 100 and the page at 1 or more', () => {
    expect(pageOf(items, 0, 0)).toMatchObject({ page: 1, to: 20 });
    expect(pageOf(items, -3, 1000)).toMatchObject({ page: 1, to: 45, pages: 1 });
  });

  it('shows an empty page past the end', () => {
    expect(pageOf(items, 9, 20)).toMatchObject({ items: [], from: 0 });
  });

  it('shows every item exactly once over all pages', () => {
    assert(
      property(nat(300), integer({ min: 1, max: 100 }), (count, size) => {
        const all = Array.from({ length: count }, (_, index) => index);
        const { pages } = pageOf(all, 1, size);
        const seen = Array.from({ length: pages }, (_, index) => pageOf(all, index + 1, size).items).flat();
        expect(seen).toEqual(all);
      }),
    );
  });

  it('names neighbours within two, the first and the last, with gaps between', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(1, 5)).toEqual([1, 2, 3, 'gap', 5]);
    expect(pageNumbers(10, 19)).toEqual([1, 'gap', 8, 9, 10, 11, 12, 'gap', 19]);
    expect(pageNumbers(3, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

it('names every status in the counts', () => {
  const counts = countByStatus([listedDonation({}), listedDonation({ status: 'SHOWN' }), listedDonation({})]);
  expect(counts).toEqual({ PENDING: 0, RECEIVED: 2, SHOWN: 1, TRANSFERRED: 0, FAILED: 0, EXPIRED: 0 });
});

it('offers "Mark as Shown" only for a received donation that is not yet shown, once it is known what it waits for', () => {
  for (const status of donationStatuses) {
    expect(canBeMarkedShown({ status, isShown: false })).toBe(status === 'RECEIVED');
    expect(canBeMarkedShown({ status, isShown: true })).toBe(false);
    expect(canBeMarkedShown({ status, isShown: false, isOnlyTold: true })).toBe(false);
  }
});

it('offers "Never show" for what may still come onto the stream, paid or not', () => {
  for (const status of donationStatuses) {
    const open = { status, isShown: false, isBlocked: false };
    expect(canBeBlocked(open)).toBe(status !== 'FAILED');
    expect(canBeBlocked({ ...open, isShown: true })).toBe(false);
    expect(canBeBlocked({ ...open, isBlocked: true })).toBe(false);
  }
});

it('what a block kept off the stream is never said to have been shown', () => {
  const blocked = { isBlocked: true, settledHow: null } as const;
  expect(blockWords({ ...blocked, status: 'PENDING' })).toBe('beside');
  expect(blockWords({ ...blocked, status: 'SHOWN', settledHow: 'rejected' })).toBe('only');
  expect(blockWords({ ...blocked, status: 'TRANSFERRED', settledHow: 'rejected' })).toBe('beside');
  expect(blockWords({ ...blocked, status: 'SHOWN', settledHow: 'overlay' })).toBe('again');
  expect(blockWords({ isBlocked: false, status: 'SHOWN', settledHow: 'overlay' })).toBe('none');
});

it('offers to play what expired with a part of its money, but not what is blocked', () => {
  const part = listedDonation({ status: 'EXPIRED', amount: 0.001 });
  expect(playingOf(part)).toBe('part');
  expect(playingOf({ ...part, amount: 0 })).toBeNull();
  expect(playingOf({ ...part, isBlocked: true })).toBeNull();
  expect(playingOf({ ...part, status: 'RECEIVED' })).toBeNull();
  expect(playingOf({ ...part, status: 'FAILED' })).toBeNull();
});

it('offers to play from the tray, and once more what is paid and settled, but not what is blocked', () => {
  const trayed = listedDonation({ waiting: { alertId: 'a', waitsFor: 'play' } });
  expect(playingOf(trayed)).toBe('tray');
  expect(playingOf({ ...trayed, isBlocked: true })).toBeNull();
  expect(playingOf({ ...trayed, status: 'FAILED' })).toBeNull();
  for (const status of donationStatuses) {
    const settled = listedDonation({ status, isShown: true, settledHow: 'rejected', amount: 0 });
    const isPaid = ['RECEIVED', 'SHOWN', 'TRANSFERRED'].includes(status);
    expect(playingOf(settled)).toBe(isPaid ? 'again' : null);
  }
  expect(playingOf(listedDonation({ waiting: null }))).toBeNull();
});

it('an alert waits until news say that it is over, though the list has not been read again', () => {
  const held = listedDonation({ waiting: { alertId: 'a', waitsFor: 'approval' } });
  expect(waitingOf(held)).toEqual({ alertId: 'a', waitsFor: 'approval' });
  expect(waitingOf({ ...held, isShown: true })).toBeNull();
  expect(waitingOf({ ...held, status: 'FAILED' })).toBeNull();
  expect(waitingOf(listedDonation({}))).toBeNull();
});

it('says what an alert waits for, and of none that ended without having been shown that it was', () => {
  const held = listedDonation({ waiting: { alertId: 'a', waitsFor: 'approval' } });
  expect(alertNote(held)).toBe('approval');
  expect(alertNote({ ...held, isShown: true, settledHow: 'rejected' })).toBe('rejected');
  expect(alertNote(listedDonation({ isShown: true, settledHow: 'dismissed' }))).toBe('dismissed');
  expect(alertNote(listedDonation({ isShown: true, settledHow: 'skipped' }))).toBe('skipped');
  expect(alertNote(listedDonation({ isShown: true, settledHow: 'overlay' }))).toBeNull();
  expect(alertNote(listedDonation({ isShown: true, settledHow: 'rejected', isBlocked: true }))).toBeNull();
});
