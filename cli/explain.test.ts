import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { HistoryTooShort, Transient } from '#server/app/outside.ts';
import { explain, isMistyped } from './explain.ts';

test('nodes that do not answer are told with what to do, and no stack', () => {
  expect(explain(new Transient('getGenesisHash: fetch failed'))).toBe(
    "The chain's nodes gave no answer to go on with (getGenesisHash: fetch failed). What was done until then stays done.\n" +
      'Look at SOLANA_RPC_URL, or --rpc (doctor says which node answers), and run the command again.',
  );
});

test('what says itself what to do stays as it is', () => {
  expect(explain(new HistoryTooShort('add a node with full history to SOLANA_RPC_URL'))).toBe(
    'add a node with full history to SOLANA_RPC_URL',
  );
});

test('a bug shows where it is', () => {
  expect(explain(new TypeError('undefined is no function'))).toMatch(/undefined is no function\n {4}at /);
});

test('an option that there is not is told in one sentence', () => {
  const error = catchFrom(() => parseArgs({ args: ['--foo'], options: {}, allowPositionals: true }));
  expect([explain(error), isMistyped(error)]).toEqual(["Unknown option '--foo'. See --help.", true]);
});

function catchFrom(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
