import { expect, it } from 'vitest';
import { texts as admin } from './es/admin.ts';
import { texts as common } from './es/common.ts';
import { texts as desk } from './es/desk.ts';
import { texts as wallet } from './es/wallet.ts';

it('hours take their article, one o’clock the singular', () => {
  const said = ['1:05', '14:05', '11:05', '21:05'].map(common.fiat.priceOf);
  expect(said).toEqual([
    'precio de la 1:05',
    'precio de las 14:05',
    'precio de las 11:05',
    'precio de las 21:05',
  ]);
});

it('a day and its hour take the article of the day', () => {
  expect(wallet.progress.triedUntil('21 nov 2026, 10:58')).toContain('después del 21 nov 2026, 10:58 y');
});

it('one transfer is signed anew in the singular', () => {
  expect([0, 1, 2].map(admin.money.liveMore)).toEqual([
    'ninguna se firmó de nuevo',
    '1 se firmó de nuevo',
    '2 se firmaron de nuevo',
  ]);
});

it('one second is left in the singular', () => {
  expect([1, 2].map((seconds) => desk.now.left(seconds, 0))).toEqual(['queda 1 s', 'quedan 2 s']);
});
