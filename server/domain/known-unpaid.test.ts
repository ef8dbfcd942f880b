import { expect, it } from 'vitest';
import { isKnownUnpaid } from './known-unpaid.ts';

const unpaid = { isUnpaid: true, isPast: true };
const paid = { isUnpaid: false, isPast: true };
const behind = { isUnpaid: true, isPast: false };

it.each([
  ['nobody else is there to ask', [], true, true],
  ['both say so', [unpaid, unpaid], true, true],
  ['one knows a payment', [unpaid, paid], false, false],
  ['one has not come so far, and is believed to be away after a while', [unpaid, behind], false, true],
  ['one has not come so far, and the other knows a payment', [paid, behind], false, false],
  ['none has come so far', [behind, behind], false, false],
  ['too few answer', null, false, true],
])('that nothing came is known by all who came past its time: %s', (_, said, atFirst, atLast) => {
  expect([isKnownUnpaid(said, false), isKnownUnpaid(said, true)]).toEqual([atFirst, atLast]);
});
