import type { BlockKind } from '#contract/block-kinds.ts';
import { texts } from '#web/texts/texts.ts';
import { shortAddress } from './format.ts';

/** An entry of a block list in a sentence: 'the name “Sam”'. Without a value: a wallet that is not told. */
export function entryWords({ kind, value }: { kind: BlockKind; value: string | null }): string {
  const words = texts('blocking');
  return value === null ? words.someWallet : words.entry[kind](shownValue(kind, value));
}

/** What stands for an entry: of an address its beginning and end. */
export function shownValue(kind: BlockKind, value: string): string {
  return kind === 'wallet' ? shortAddress(value) : value;
}
