import { parseArgs } from 'node:util';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { HistoryTooShort, Transient } from '#server/app/outside.ts';
import { explain, isMistyped } from './explain.ts';

test('nodes that do not answer are told with what to do, and no stack', () => {
  expect(explain(new Transient('getGenesisHash: fetch failed'))).toBe(
    "The chain's nodes gave no answer to go on with (getGenesisHash: fetch failed). What was done until then stays done.\n" +
      'Look at SOLANA_RPC_URL, or --rpc (doctor says which node answers), and run the command again.',
  );
});

test('a full disk of the database is told with what to do, and no stack', () => {
  const error = new DatabaseError('could not extend file: No space left on device', 0, 'error');
  error.code = '53100';
  expect(explain(error)).toBe(
    'The disk of the database is full (could not extend file: No space left on device). What was done until then stays done.\n' +
      'Make room (doctor says how much is free, and where), and run the command again.',
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

test.each([['--gap'], ['--gap', '-1'], ['--gap', '--dry-run']])(
  'an option without its value is told in one sentence: %j',
  (...args) => {
    const options = { gap: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
    const error = catchFrom(() => parseArgs({ args, options }));
    expect(explain(error)).toBe("Option '--gap' needs a value, which begins with no dash. See --help.");
  },
);

function catchFrom(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
