import { expect, it } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { createPasswordHasher } from './password-hasher.ts';

const cheap = { memoryKiB: 64, passes: 1, running: 2, waiting: 3 };

it('a password matches its own hash and no other, and hashes never repeat', async () => {
  const hasher = createPasswordHasher(cheap);
  const [first, second] = [await hasher.hash('secret1'), await hasher.hash('secret1')];
  expect(first).not.toBe(second);
  expect(await hasher.verify('secret1', first)).toBe(true);
  expect(await hasher.verify('secret2', first)).toBe(false);
  expect(await hasher.verify('secret1', null)).toBe(false);
});

it('a hash keeps the cost it was made with', async () => {
  const old = await createPasswordHasher(cheap).hash('secret1');
  expect(await createPasswordHasher({ ...cheap, memoryKiB: 128, passes: 2 }).verify('secret1', old)).toBe(
    true,
  );
});

it('the product’s cost is OWASP’s minimum or more', async () => {
  expect(await createPasswordHasher().hash('secret1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it('an unknown user costs as much work as a known one', async () => {
  const hasher = createPasswordHasher({ ...cheap, memoryKiB: 8192, passes: 2 });
  const hash = await hasher.hash('secret1');
  // Processor time, because other processes cannot stretch it as they stretch the clock's.
  const workOf = async (stored: string | null): Promise<number> => {
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) await hasher.verify('secret2', stored);
    return process.cpuUsage(before).user;
  };
  await workOf(hash);
  const ratio = (await workOf(null)) / (await workOf(hash));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it('what comes beyond the queue is refused at once, the rest is served', async () => {
  const hasher = createPasswordHasher({ ...cheap, memoryKiB: 4096 });
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('secret1')));
  const refused = all.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason instanceof Problem && reason.code)).toEqual([
    'busy',
    'busy',
    'busy',
  ]);
  expect(await hasher.verify('secret1', await hasher.hash('secret1'))).toBe(true);
});
