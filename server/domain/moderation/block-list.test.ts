import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockKeysFor, blockKeysOf, type BlockWish, findBlock } from './block-list.ts';

const marks = (donatorName: string, message = '', payers: string[] = []) => ({
  donatorName,
  message,
  payers,
});
const name = (value: string): BlockWish => ({ kind: 'name', value });
const word = (value: string): BlockWish => ({ kind: 'word', value });
const wallet = (value: string): BlockWish => ({ kind: 'wallet', value });

describe('a blocked name', () => {
  test('is the whole name, whatever case, accents, spaces, signs, invisible letters and figures for letters', () => {
    for (const written of [
      'BadGuy',
      'badguy',
      'BÁDGÜY',
      'bad guy',
      'b.a.d_guy!',
      'bad\u200bguy',
      'b4dguy',
      '@BadGuy',
      'bad\u2065guy',
      'bad\u1160guy',
      'ⓑⓐⓓⓖⓤⓨ',
    ])
      expect(findBlock(marks(written), [name('BadGuy')]), written).not.toBeNull();
    expect(findBlock(marks('Alicia'), [name('al1cia')])).toBeNull();
    expect(findBlock(marks('Аlісе'), [name('alice')])).not.toBeNull();
    expect(findBlock(marks('🔥 🔥'), [name('🔥🔥')])).not.toBeNull();
  });

  test('is no other name that only begins alike, has a number, or one letter more often', () => {
    for (const other of ['Ann', 'Anna', 'Ana2', 'Ana Maria', 'Mariana', 'Anonymous'])
      expect(findBlock(marks(other), [name('Ana')]), other).toBeNull();
    expect(findBlock(marks('Zoe', 'greetings to Ana'), [name('Ana')])).toBeNull();
  });
});

test('a blocked word is found in message and name as the word lists find theirs', () => {
  expect(findBlock(marks('Zoe', 'buy s.p.a.m today'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'buy sp\u2065am or 🆂🅿🅰🅼'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'buy spam'), [word('sp\u2065ⓐm')])).toEqual(word('sp\u2065ⓐm'));
  expect(findBlock(marks('Zoe', 'buy @spam'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('spam$'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Sp4m', ''), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'buy sрам'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'buy sp*m'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'fr## coins'), [word('free coins')])).toBeNull();
  expect(findBlock(marks('Zoe', 'free c*ins'), [word('free coins')])).toEqual(word('free coins'));
  expect(findBlock(marks('Sp', 'am, spread over both'), [word('spam')])).toEqual(word('spam'));
  expect(findBlock(marks('Zoe', 'Free   COINS here'), [word('free coins')])).toEqual(word('free coins'));
  expect(findBlock(marks('Zoe', 'spammer free of coins'), [word('spam'), word('free coins')])).toBeNull();
});

test('any of several payers is enough, to the letter; a wallet counts before a name before a word', () => {
  const both = marks('Ana', 'spam', ['walletA', 'walletB']);
  expect(findBlock(both, [wallet('walletB')])).toEqual(wallet('walletB'));
  expect(findBlock(both, [wallet('WALLETB'), wallet('walletC')])).toBeNull();
  expect(findBlock(both, [word('spam'), name('ana'), wallet('walletA')])).toEqual(wallet('walletA'));
  expect(findBlock(both, [word('spam'), name('ana')])).toEqual(name('ana'));
});

test('a word without a letter or figure is refused; equal entries have one form', () => {
  expect(blockKeysOf(word('!!!'))).toBeNull();
  expect(blockKeysOf(name('Bad Guy'))).toEqual(blockKeysOf(name('BÁD-guy')));
  expect(blockKeysOf(word('Free  Coins'))).toEqual(blockKeysOf(word('free coins')));
  expect(blockKeysOf(word('as'))?.folded).not.toBe(blockKeysOf(word('ass'))?.folded);
});

test('whatever fits stands under a key that is looked for', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'É', '1', '4', '$', '@', '.', ' ', 'ß', '!', 'ⓐ', '\u2065'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, text, text, (donatorName, message, value) => {
      for (const entry of [name(value), word(value), wallet(value)]) {
        const given = marks(donatorName, message, [message]);
        const keys = blockKeysOf(entry);
        if (keys === null || findBlock(given, [entry]) === null) continue;
        expect(blockKeysFor(given)[entry.kind] ?? [keys.key]).toContain(keys.key);
      }
    }),
    { numRuns: 2000 },
  );
});
