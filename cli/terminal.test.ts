import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { BrokenOff } from './refusal.ts';
import { createTerminal, type Streams } from './terminal.ts';

function stream() {
  const setRawMode = vi.fn<(isRaw: boolean) => void>();
  return Object.assign(new PassThrough(), { isTTY: true, columns: 80, setRawMode });
}

/** A terminal whose keys the test presses; `redirected`: what is printed goes to a file. */
function openScreen({ redirected = false } = {}) {
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() };
  streams.stdout.isTTY = !redirected;
  return { ...streams, terminal: createTerminal(streams as unknown as Streams) };
}

const quits = [
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
] as const;

test.each(quits)('%s at a question says that nothing was changed', async (_, key) => {
  const { stdin, terminal } = openScreen();
  const answer = terminal.confirm('All of it will be replaced.', 'replace');
  stdin.write(key);
  await expect(answer).rejects.toThrow(BrokenOff);
  await expect(answer).rejects.toThrow('Nothing was changed.');
});

test.each(quits)(
  '%s at a secret says that nothing was changed, and gives the terminal back',
  async (_, key) => {
    const { stdin, terminal } = openScreen();
    const secret = terminal.askSecret('New passphrase: ');
    stdin.write('begun');
    stdin.write(key);
    await expect(secret).rejects.toThrow(BrokenOff);
    expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
  },
);

test('keys that write nothing are no part of a secret', async () => {
  const { stdin, terminal } = openScreen();
  const secret = terminal.askSecret('New passphrase: ');
  for (const keys of [
    'wrong\u0015',
    'pass',
    '\u001B[D',
    '\u001B[3~',
    '\u001BOA',
    'woxx',
    '\u007F\u007F',
    'rd',
    '\r',
  ])
    stdin.write(keys);
  expect((await secret).reveal()).toBe('password');
});

test('a secret is typed unseen also where only the results are redirected, and asked for beside them', async () => {
  const { stdin, stdout, stderr, terminal } = openScreen({ redirected: true });
  expect(terminal).toMatchObject({ isInteractive: false, isTyped: true });
  const secret = terminal.askSecret('The 24 words: ');
  expect(stdin.setRawMode).toHaveBeenLastCalledWith(true);
  stdin.write('abandon\r');
  expect((await secret).reveal()).toBe('abandon');
  expect([String(stderr.read()), stdout.read()]).toEqual(['The 24 words: \n', null]);
});
