import { afterEach, expect, it } from 'vitest';
import type { Withdrawal } from '#contract/wallet.ts';
import { type Language, setLanguage } from '#web/texts/language.ts';
import { loadTexts } from '#web/texts/texts.ts';
import { earlierWords } from './earlier-order.ts';

const taken = {
  en: 'Your earlier order was taken up: 0.500000 SOL to Here…Away. No second one was made.',
  es: 'Tu orden anterior se aceptó: 0.500000 SOL a Here…Away. No se hizo una segunda.',
};
const unpaid = {
  en: 'Your earlier order of 0.500000 SOL to Here…Away was not paid: nothing left your wallet.',
  es: 'Tu orden anterior de 0.500000 SOL a Here…Away no se pagó: no ha salido nada de tu billetera.',
};
const refused = {
  en: 'Your earlier order of 0.500000 SOL to Here…Away was refused by the network: only its fee of 0.000005 SOL was paid.',
  es: 'La red rechazó tu orden anterior de 0.500000 SOL a Here…Away: solo se pagó su comisión de 0.000005 SOL.',
};
const unknown = { en: /^Your earlier order .+cannot know/, es: /^Tu orden anterior .+no puede saber/ };

type Case = [Withdrawal['status'], Withdrawal['why'], Record<Language, string | RegExp>];
const cases: Case[] = [
  ['waiting', null, taken],
  ['sent', null, taken],
  ['confirmed', null, taken],
  ['final', null, taken],
  ['failed', null, refused],
  ['not_sent', 'no_answer', unpaid],
  ['not_sent', 'changed', unpaid],
  ['not_sent', 'refused', unpaid],
  ['not_sent', 'restored', unknown],
];

afterEach(() => setLanguage('en'));

it.each(['en', 'es'] as const)(
  'an order whose answer was lost is said to be taken up only where it was (%s)',
  async (tongue) => {
    setLanguage(tongue);
    await loadTexts('wallet');
    const order = { amount: 0.5, fee: 0.000_005, address: 'HereAndThereAndFarAway' };
    for (const [status, why, words] of cases)
      expect(earlierWords({ ...order, status, why })).toMatch(words[tongue]);
  },
);
