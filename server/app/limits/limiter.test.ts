import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { clientNetwork } from './client-network.ts';
import type { LimitCounts } from './limit-counts.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { limitGroups, type Limits } from './limits.ts';

const nothing = Object.fromEntries(limitGroups.map((group) => [group, {}])) as Limits;
const of = (max: number) => ({ max, windowMs: 60_000 });
const secret = new Secret(new Uint8Array(32));
const strict = { isGenerous: false };

const noCounts: LimitCounts = {
  addInTurn: () => Promise.resolve([]),
  exchange: () => Promise.resolve([]),
  remember: () => Promise.resolve(),
  isRemembered: () => Promise.resolve(false),
  forgetPast: () => Promise.resolve(),
};

function open(limits: Partial<Limits>, counts: LimitCounts | null = null, now = Date.now): Limiter {
  const limiter = createLimiter({
    limits: { ...nothing, ...limits },
    counts,
    secret,
    log: { warn: () => undefined },
    now,
  });
  onTestFinished(() => limiter.stop());
  return limiter;
}

/** How many of these calls are let through. */
function passing(limiter: Limiter, calls: number, who: object): number {
  const replies = Array.from({ length: calls }, () => limiter.count('read', { ...strict, ...who }));
  return replies.filter((reply) => reply === null).length;
}

describe('a limiter', () => {
  test('lets as many calls through as the limit says, and the next window anew', () => {
    let now = 30_000;
    const limiter = open({ read: { address: of(3) } }, null, () => now);
    expect(passing(limiter, 5, { address: 'a' })).toBe(3);
    expect(limiter.count('read', { ...strict, address: 'a' })).toEqual({
      part: 'address',
      retryAfterSeconds: 30,
    });
    now = 60_000;
    expect(passing(limiter, 5, { address: 'a' })).toBe(3);
  });

  test('counts by address, account and all together, each for itself', () => {
    const limiter = open({ read: { address: of(3), account: of(2), all: of(4) } });
    expect(passing(limiter, 9, { account: 'one' })).toBe(2);
    expect(passing(limiter, 9, { address: 'a', all: true })).toBe(3);
    expect(passing(limiter, 9, { address: 'b', all: true })).toBe(1);
  });

  test('notes once a day from where somebody signed in, and again what could not be noted', async () => {
    const noted: number[] = [];
    let isAway = true;
    const remember: LimitCounts['remember'] = ({ endsAt }) => {
      if (isAway) return Promise.reject(new Error('The database is away.'));
      noted.push(endsAt);
      return Promise.resolve();
    };
    const day = 86_400_000;
    let now = day / 2;
    const limiter = open({}, { ...noCounts, remember }, () => now);
    const signIn = (account: string) => limiter.noteSignedIn({ ...strict, address: 'a', account });
    await signIn('one');
    isAway = false;
    await signIn('one');
    await signIn('one');
    await signIn('two');
    now += day;
    await signIn('one');
    expect(noted).toEqual([31 * day, 31 * day, 32 * day]);
  });

  test('counts the networks of one IPv6 line together too, so that it cannot use up what everybody has', () => {
    const limiter = open({ read: { address: of(2), all: of(100) } });
    let passed = 0;
    for (let network = 0; network < 256; network += 1)
      passed += passing(limiter, 3, {
        address: clientNetwork(`2001:db8:7:${network.toString(16)}::1`),
        all: true,
      });
    expect(passed).toBe(32);
    expect(passing(limiter, 3, { address: clientNetwork('2001:db8:8::1'), all: true })).toBe(2);
  });

  test('does not let who is refused by address use up what everybody shares', () => {
    const limiter = open({ read: { address: of(2), all: of(5) } });
    passing(limiter, 1000, { address: 'flood', all: true });
    expect(passing(limiter, 9, { address: 'other', all: true })).toBe(2);
  });

  test('lets a generous caller do a thousand times as much, counted apart, but never with keys', () => {
    const limiter = open({ read: { address: of(2) }, exportKey: { address: of(2) } });
    expect(passing(limiter, 3000, { address: 'a', isGenerous: true })).toBe(2000);
    expect(passing(limiter, 5, { address: 'a' })).toBe(2);
  });

  test('decides by its own counts while the database is away, and asks it seldom', async () => {
    const addInTurn = vi.fn<LimitCounts['addInTurn']>(() => Promise.reject(new Error('away')));
    const counts = { ...noCounts, addInTurn };
    const limiter = open({ login: { address: of(3) } }, counts);
    const replies = [];
    for (let call = 0; call < 5; call += 1) {
      replies.push(await limiter.countExactly('login', { ...strict, address: 'a' }));
    }
    expect(replies.map((reply) => reply === null)).toEqual([true, true, true, false, false]);
    expect(addInTurn).toHaveBeenCalledTimes(1);
  });

  test('asks the database for nothing that polls within a tenth of its budget', async () => {
    const exchange = vi.fn<LimitCounts['exchange']>((counts) => Promise.resolve(counts.map(() => 1000)));
    const counts = { ...noCounts, exchange };
    const limiter = open({ read: { address: { max: 1000, windowMs: 3_600_000 } } }, counts);
    passing(limiter, 99, { address: 'polls' });
    passing(limiter, 101, { address: 'busy' });
    await vi.waitFor(() => expect(exchange).toHaveBeenCalledTimes(1), { timeout: 3000 });
    expect(exchange.mock.calls[0]?.[0]).toEqual([
      { key: expect.stringMatching(/^[\w-]{22}$/), endsAt: expect.any(Number), count: 101 },
    ]);
    await vi.waitFor(() => expect(passing(limiter, 1, { address: 'busy' })).toBe(0), 10_000);
    expect(passing(limiter, 1, { address: 'polls' })).toBe(1);
  });
});
