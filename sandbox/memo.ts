import type { Address } from '@solana/kit';
import type { ParsedTransaction } from './parsed-transaction.ts';

const MEMO_PROGRAMS: ReadonlySet<string> = new Set([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
]);

/** Whether an address is one of the memo programs. */
export function isMemoProgram(program: Address | undefined): boolean {
  return program !== undefined && MEMO_PROGRAMS.has(program);
}

/** The memos of a transaction as nodes list them: `[bytes] text`, joined by `; `; null without one. */
export function readMemo(parsed: ParsedTransaction): string | null {
  const memos = parsed.instructions
    .filter((instruction) => isMemoProgram(parsed.staticKeys[instruction.programIndex]))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
