import { expect, test } from 'vitest';
import { Permanent, Transient } from '#server/app/outside.ts';
import { withPatience } from './with-patience.ts';

test('what every node refuses for a moment is asked again; what is refused for good, or for too long, is not', async () => {
  let failures = 1;
  const work = async () => {
    if (failures-- > 0) throw new Transient('a node is away');
    return 'answer';
  };
  expect(await withPatience(work)).toBe('answer');
  failures = Infinity;
  await expect(withPatience(work, 100)).rejects.toThrow('a node is away');
  await expect(withPatience(() => Promise.reject(new Permanent('refused')))).rejects.toThrow('refused');
});
