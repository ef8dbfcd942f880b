import { expect, it } from 'vitest';
import { failureOfRpcError, failureOfTransport } from './rpc-failure.ts';

const megabytes = 'no. '.repeat(1_000_000);

it.each([
  ['an error', failureOfRpcError('getSlot', { code: -32_603, message: megabytes })],
  ['its status', failureOfTransport('getSlot', new Error(`HTTP error (500): ${megabytes}`))],
])('of what a node says in %s the beginning is told, in a row of a job as in the log', (_, { message }) => {
  expect(message).toMatch(/^getSlot: .*no\. no\. /);
  expect(message.length).toBeLessThan(1000);
});

it('of what a node says no NUL is told: no row of a job takes it', () => {
  const { message } = failureOfRpcError('getSlot', { code: -32_603, message: 'no\0t now' });
  expect(message).toContain('not now');
  expect(message).not.toContain('\0');
});
