import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alertOf,
  applyEntries,
  applyReading,
  applyShown,
  balanceLamports,
  type ChainEntry,
  type Donation,
  takeBackEntries,
  missingLamports,
  statusOf,
} from './donation.ts';
import { freshDonation as fresh } from './donation-fixture.ts';
import { applyEmpty, applySwept, isEndUnstated, passableOf } from './passing-on.ts';
import { isUnseen } from './unseen-change.ts';
import { applyTokenEntries, takeBackTokenEntries, type TokenEntry } from './token-side.ts';

const { createdAt } = fresh;
const now = new Date('2026-11-21T14:00:00Z');
const at = (minute: number) => new Date(createdAt.getTime() + minute * 60_000);

function entry(signature: string, lamports: bigint, minute = 1, over: Partial<ChainEntry> = {}): ChainEntry {
  return {
    signature,
    slot: BigInt(minute * 150),
    blockTime: at(minute),
    lamports,
    feeLamports: 0n,
    succeeded: true,
    finalized: false,
    payers: [],
    dropped: false,
    ...over,
  };
}

function unitsOf(signature: string, units: bigint, finalized = false): TokenEntry {
  return { ...entry(signature, 0n, 1, { finalized }), units };
}

const anyEntry: fc.Arbitrary<ChainEntry> = fc
  .record({
    signature: fc.constantFrom('s1', 's2', 's3', 's4', 's5'),
    lamports: fc.bigInt({ min: -3_000_000n, max: 3_000_000n }),
    minute: fc.integer({ min: 0, max: 100 }),
    succeeded: fc.boolean(),
    state: fc.constantFrom('seen', 'finalized', 'dropped'),
  })
  .map(({ signature, lamports, minute, succeeded, state }) =>
    entry(signature, lamports, minute, {
      succeeded,
      finalized: state === 'finalized',
      dropped: state === 'dropped',
    }),
  );

describe('a donation', () => {
  test('is received once payments that add up reach the minimum, at the block time of the one that reached it', () => {
    const part = applyEntries(fresh, [entry('s1', 1_999_999n, 2)], now);
    expect(statusOf(part)).toBe('PENDING');
    expect(missingLamports(part)).toBe(1n);
    const whole = applyEntries(part, [entry('s2', 1n, 4)], now);
    expect(statusOf(whole)).toBe('RECEIVED');
    expect(whole.paidAt).toEqual(at(4));
    expect(whole.late).toBe(false);
  });

  test('counts neither failed transactions nor its own outflows as payments', () => {
    const seen = [entry('s1', 5_000_000n, 1, { succeeded: false }), entry('s2', -5000n)];
    expect(applyEntries(fresh, seen, now).receivedLamports).toBe(0n);
  });

  test('is late by block time alone: in the last second it is on time', () => {
    const inTime = applyEntries(fresh, [entry('s1', 2_000_000n, 10)], at(500));
    const late = applyEntries(fresh, [entry('s1', 2_000_000n, 10.02)], at(10.02));
    expect([inTime.late, late.late]).toEqual([false, true]);
  });

  test('is paid when its payment is seen where a node dates that into the future, and as dated where clocks differ', () => {
    const paid = (minute: number) => applyEntries(fresh, [entry('s1', 2_000_000n, minute)], at(5));
    expect(paid(5_000_000)).toMatchObject({ paidAt: at(5), late: false });
    expect(paid(6)).toMatchObject({ paidAt: at(6), late: false });
  });

  test('expires only by a reading more than a minute past its time, and late money still makes it received', () => {
    expect(applyReading(fresh, at(11))).toBe(fresh);
    const expired = applyReading(fresh, at(11.1));
    expect(statusOf(expired)).toBe('EXPIRED');
    const late = applyEntries(expired, [entry('s1', 2_000_000n, 30)], now);
    expect([statusOf(late), late.late, alertOf(expired, late)]).toEqual(['RECEIVED', true, 'queue']);
    const veryLate = applyEntries(expired, [entry('s1', 2_000_000n, 71)], now);
    expect(alertOf(expired, veryLate)).toBe('tray');
  });

  test('that was paid never expires', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n)], now);
    expect(applyReading(paid, at(100))).toBe(paid);
  });

  test('fails when the chain takes its payment back, and heals when it returns', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n)], now);
    const failed = applyEntries(paid, [entry('s1', 2_000_000n, 1, { dropped: true })], now);
    expect([statusOf(failed), failed.receivedLamports]).toEqual(['FAILED', 0n]);
    const healed = applyEntries(failed, [entry('s1', 2_000_000n, 3)], now);
    expect([statusOf(healed), alertOf(failed, healed)]).toEqual(['RECEIVED', null]);
  });

  test('is shown once: the first settling counts', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n)], now);
    const shown = applyShown(paid, 'overlay', at(6));
    expect(applyShown(shown, 'marked', at(7))).toBe(shown);
    expect([statusOf(shown), shown.settledHow]).toEqual(['SHOWN', 'overlay']);
  });

  test('swept before it is shown stays received; with both it is transferred', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n, 1, { finalized: true })], now);
    const swept = applySwept(paid, 'sweep', at(6));
    expect([statusOf(swept), swept.transferSignature]).toEqual(['RECEIVED', 'sweep']);
    expect(statusOf(applyShown(swept, 'overlay', at(7)))).toBe('TRANSFERRED');
  });

  test('is never swept while pending, nor before everything on it is final', () => {
    const part = applyEntries(fresh, [entry('s1', 1_000_000n, 1, { finalized: true })], now);
    expect(passableOf(part)).toBeNull();
    expect(passableOf(applyReading(part, at(12)))).not.toBeNull();
    const paid = applyEntries(part, [entry('s2', 1_000_000n)], now);
    expect(passableOf(paid)).toBeNull();
    expect(
      passableOf(applyEntries(paid, [entry('s2', 1_000_000n, 1, { finalized: true })], now)),
    ).not.toBeNull();
  });

  test('is swept in part where something comes all the time, and only for two minutes not at all', () => {
    const paid = applyEntries(fresh, [entry('s1', 5_000_000n, 1, { finalized: true })], now);
    const dusted = (minute: number, lamports = 1n) =>
      applyEntries(paid, [entry('dust', lamports, minute)], now);
    expect(passableOf(dusted(2.9))).toBeNull();
    expect(passableOf(dusted(3))).toEqual({ amount: 5_000_000n, isPart: true });
    // A transaction that only names the address moves nothing.
    expect(passableOf(dusted(3, 0n))).toEqual({ amount: 5_000_000n, isPart: true });
    // What goes out and is not final may be all of it.
    expect(passableOf(dusted(3, -5_000_000n))).toBeNull();
    const gone = [entry('out', -4_000_000n, 4, { finalized: true }), entry('dust', 1n, 9)];
    expect(passableOf(applyEntries(paid, gone, now))).toBeNull();
    const over = applyEntries(dusted(3), [entry('dust', 1n, 3, { finalized: true })], now);
    expect(passableOf(over)).toEqual({ amount: 5_000_001n, isPart: false });
  });

  test('is not swept in part before its money could have gone at all for two minutes', () => {
    const asking = { ...fresh, minLamports: 10_000_000n };
    const half = applyEntries(asking, [entry('s1', 6_000_000n, 1, { finalized: true })], now);
    const paid = applyEntries(half, [entry('s2', 4_000_000n, 4)], now);
    expect([paid.paidAt, passableOf(paid)]).toEqual([at(4), null]);
    const dusted = applyEntries(paid, [entry('dust', 1n, 6)], now);
    expect(passableOf(dusted)).toEqual({ amount: 6_000_000n, isPart: true });
  });

  test('that is swept and paid twice more is not swept in part because of what is gone', () => {
    const out = entry('out', -5_000_000n, 2, { finalized: true });
    const swept = applyEntries(fresh, [entry('s1', 5_000_000n, 1, { finalized: true }), out], now);
    const again = applyEntries(swept, [entry('s2', 3_000_000n, 10, { finalized: true })], now);
    expect(passableOf(applyEntries(again, [entry('s3', 1n, 11)], now))).toBeNull();
    expect(passableOf(applyEntries(again, [entry('s3', 1n, 12)], now))).toEqual({
      amount: 3_000_000n,
      isPart: true,
    });
  });

  test('whose second payment kept a sweep from emptying the address, and was taken back, is swept all the same', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n, 1, { finalized: true })], now);
    const swept = [entry('out', -2_000_000n, 3, { finalized: true }), entry('s2', 900_000n, 3)];
    const more = applyShown(applyEntries(paid, swept, now), 'overlay', at(4));
    expect([applyEmpty(more, 'out'), statusOf(more)]).toEqual([more, 'SHOWN']);
    const gone = applyEntries(more, [entry('s2', 900_000n, 3, { dropped: true })], now);
    const empty = applyEmpty(gone, 'out');
    expect([statusOf(empty), empty.transferSignature]).toEqual(['TRANSFERRED', 'out']);
    expect(applyEmpty(fresh, 'out')).toBe(fresh);
    // Somebody else took the money last.
    expect(applyEmpty(gone, 'another')).toBe(gone);
  });

  test('of which payment and transfer are learnt of together wants its end stated, once the transfer is final', () => {
    const payment = entry('s1', 2_000_000n, 1, { finalized: true });
    const early = applyEntries(fresh, [payment, entry('out', -2_000_000n, 2)], now);
    expect(isEndUnstated(early)).toBe(false);
    const known = applyEntries(early, [entry('out', -2_000_000n, 2, { finalized: true })], now);
    expect([passableOf(known), isEndUnstated(known)]).toEqual([null, true]);
    expect(isEndUnstated(applySwept(known, 'out', at(2)))).toBe(false);
    // Nothing ever went from there.
    expect(isEndUnstated(applyReading(fresh, at(12)))).toBe(false);
  });

  test('swept too little at expiry and paid up later is unswept again', () => {
    const part = applyEntries(fresh, [entry('s1', 1_500_000n, 1, { finalized: true })], now);
    const gone = [entry('out', -1_500_000n, 12, { finalized: true })];
    const swept = applySwept(applyEntries(applyReading(part, at(12)), gone, now), 'out', at(12));
    const paid = applyEntries(swept, [entry('s2', 500_000n, 13)], now);
    expect([statusOf(paid), paid.sweptAt, paid.transferSignature]).toEqual(['RECEIVED', null, null]);
    expect(applySwept(paid, 'out of the rest', at(14)).transferSignature).toBe('out of the rest');
  });

  test('changes unseen where its money becomes final or is seen to go, and by nothing else', () => {
    const paid = applyEntries(fresh, [entry('s1', 2_000_000n)], now);
    const final = applyEntries(paid, [entry('s1', 2_000_000n, 1, { finalized: true })], now);
    const going = applyEntries(final, [entry('out', -2_000_000n, 2)], now);
    const gone = applyEntries(going, [entry('out', -2_000_000n, 2, { finalized: true })], now);
    const twice = applyEntries(final, [entry('s2', 1n, 3)], now);
    const unseen = [
      [paid, final],
      [final, going],
      [going, gone],
      [paid, { ...final, paidAt: new Date(final.paidAt!) }],
      [twice, applyEntries(twice, [entry('s2', 1n, 4, { finalized: true })], now)],
    ] as const;
    expect(unseen.map(([before, after]) => isUnseen(before, after))).toEqual(unseen.map(() => true));
    const seen = [
      [fresh, paid],
      [final, twice],
      [twice, applyEntries(twice, [entry('s2', 1n, 3, { dropped: true })], now)],
      [paid, applyEntries(paid, [entry('s1', 2_000_000n, 2)], now)],
      [gone, applySwept(gone, 'out', at(2))],
      [paid, applyShown(paid, 'overlay', now)],
      [paid, { ...paid, clip: { name: 'a', durationMs: 1 } }],
    ] as const;
    expect(seen.map(([before, after]) => isUnseen(before, after))).toEqual(seen.map(() => false));
  });

  test('a token that becomes final, or goes, tells nobody anything, and one that comes does', () => {
    const side = { mint: 'm', symbol: 'T', decimals: 6, account: 't', minimumUnits: 5n, askedUnits: null };
    const asked: Donation = { ...fresh, token: { ...side, receivedUnits: 0n, entries: [] } };
    const paid = applyTokenEntries(asked, [unitsOf('s1', 9n)], now);
    const final = applyTokenEntries(paid, [unitsOf('s1', 9n, true)], now);
    const gone = applyTokenEntries(final, [unitsOf('out', -9n)], now);
    const pairs = [
      [asked, paid],
      [paid, final],
      [final, gone],
      [final, applyTokenEntries(final, [unitsOf('s2', 1n)], now)],
      [paid, takeBackTokenEntries(final, new Set(['s1']), now)],
    ] as const;
    expect(pairs.map(([before, after]) => isUnseen(before, after))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test('transferred by what nobody has after all is unswept, and what lies there may be passed on', () => {
    const paid = applyShown(
      applyEntries(fresh, [entry('s1', 2_000_000n, 1, { finalized: true })], now),
      'overlay',
      at(6),
    );
    const out = entry('out', -2_000_000n, 3, { finalized: true });
    const swept = applyEmpty(applyEntries(paid, [out], now), 'out');
    expect([statusOf(swept), swept.transferSignature]).toEqual(['TRANSFERRED', 'out']);
    const untrue = takeBackEntries(swept, new Set(['out']), now);
    expect([statusOf(untrue), untrue.sweptAt, untrue.transferSignature]).toEqual(['SHOWN', null, null]);
    expect(passableOf(untrue)).toEqual({ amount: 2_000_000n, isPart: false });
    expect(isUnseen(swept, untrue)).toBe(false);
    const again = applyEmpty(applyEntries(untrue, [out], now), 'out');
    expect([statusOf(again), again.transferSignature]).toEqual(['TRANSFERRED', 'out']);
  });

  test('paid by what nobody has after all has failed, and nothing else of it is taken back', () => {
    const final = { finalized: true };
    const entries = [entry('s1', 1_500_000n, 1, final), entry('s2', 1_500_000n, 2, final)];
    const paid = applyEntries(fresh, [...entries, entry('s3', 5n)], now);
    expect(takeBackEntries(paid, new Set(['s3', 's4']), now)).toBe(paid);
    const failed = takeBackEntries(paid, new Set(['s2']), now);
    expect([statusOf(failed), failed.receivedLamports]).toEqual(['FAILED', 1_500_005n]);
    expect(statusOf(applyEntries(failed, [entries[1]!], now))).toBe('RECEIVED');
  });

  test('what a node dates outside the time in which it can have come came now', () => {
    const cameAt = (blockTime: Date, minute: number) =>
      applyEntries(fresh, [entry('s1', 2_000_000n, minute, { blockTime })], now).paidAt;
    expect([new Date(0), at(-3), at(200)].map((told) => cameAt(told, 11))).toEqual([now, now, now]);
    expect([at(-1), at(5), at(121)].map((told) => cameAt(told, 5))).toEqual([at(-1), at(5), at(121)]);
    const late = applyEntries(fresh, [entry('s1', 2_000_000n, 11, { blockTime: new Date(0) })], now);
    expect(late.late).toBe(true);
  });

  test('failed, swept of what was left and healed by another payment is unswept again', () => {
    const paid = applyShown(applyEntries(fresh, [entry('s1', 2_000_000n)], now), 'overlay', at(6));
    const left = [entry('s1', 2_000_000n, 1, { dropped: true }), entry('s2', 8_000n, 2, { finalized: true })];
    const failed = applyEntries(paid, left, now);
    const out = [entry('out', -8_000n, 12, { finalized: true })];
    const swept = applySwept(applyEntries(failed, out, now), 'out', at(12));
    const healed = applyEntries(swept, [entry('s3', 2_000_000n, 13)], now);
    expect([statusOf(swept), statusOf(healed), healed.sweptAt]).toEqual(['FAILED', 'SHOWN', null]);
  });
});

describe('whatever the chain tells, in whatever order', () => {
  test('telling it again changes nothing and announces nothing', () => {
    fc.assert(
      fc.property(fc.array(anyEntry), (seen) => {
        const after = applyEntries(fresh, seen, now);
        const settled = applyEntries(after, after.entries, now);
        expect(settled).toBe(after);
        expect(alertOf(after, settled)).toBeNull();
      }),
    );
  });

  test('the books are the sum of what the chain still has', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyEntry, { maxLength: 4 })), (rounds) => {
        const after = rounds.reduce((donation, seen) => applyEntries(donation, seen, now), fresh);
        const kept = after.entries.filter((one) => !one.dropped);
        expect(balanceLamports(after)).toBe(kept.reduce((sum, one) => sum + one.lamports, 0n));
        expect(new Set(after.entries.map((one) => one.signature)).size).toBe(after.entries.length);
      }),
    );
  });

  test('a donation that received money never goes back to waiting', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyEntry, { maxLength: 4 })), (rounds) => {
        let donation = fresh;
        let hasGoneBack = false;
        for (const seen of rounds) {
          const wasPaid = donation.paidAt !== null;
          donation = applyEntries(donation, seen, now);
          hasGoneBack ||= wasPaid && ['PENDING', 'EXPIRED'].includes(statusOf(donation));
        }
        expect(hasGoneBack).toBe(false);
      }),
    );
  });

  test('there is at most one alert, and never one without the money', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyEntry, { maxLength: 4 })), (rounds) => {
        let donation = fresh;
        const announced: Donation[] = [];
        for (const seen of rounds) {
          const after = applyEntries(donation, seen, now);
          if (alertOf(donation, after) !== null) announced.push(after);
          donation = after;
        }
        expect(announced.length).toBeLessThanOrEqual(1);
        expect(announced.every((one) => one.receivedLamports >= one.minLamports)).toBe(true);
      }),
    );
  });

  test('what was final stays as it is', () => {
    fc.assert(
      fc.property(anyEntry, (other) => {
        const final = entry('s1', 2_000_000n, 1, { finalized: true });
        const donation = applyEntries(fresh, [final], now);
        expect(applyEntries(donation, [{ ...other, signature: 's1' }], now)).toBe(donation);
      }),
    );
  });
});
