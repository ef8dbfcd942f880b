import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { BrokenOff } from './refusal.ts';
import { createTerminal, type Streams } from './terminal.ts';

function stream() {
  const setRawMode = vi.fn<(isRaw: boolean) => void>();
  return Object.assign(new PassThrough(), { isTTY: true, columns: 80, setRawMode });
}

/** A terminal whose keys the test presses. */
function openScreen() {
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() };
  return { ...streams, terminal: createTerminal(streams as unknown as Streams) };
}

test.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('%s at a question says that nothing was changed', async (_, key) => {
  const { stdin, terminal } = openScreen();
  const answer = terminal.confirm('All of it will be replaced.', 'replace');
  stdin.write(key);
  await expect(answer).rejects.toThrow(BrokenOff);
  await expect(answer).rejects.toThrow('Nothing was changed.');
});

test('Ctrl+C at a secret says that nothing was changed, and gives the terminal back', async () => {
  const { stdin, terminal } = openScreen();
  const secret = terminal.askSecret('New passphrase: ');
  stdin.write('\u0003');
  await expect(secret).rejects.toThrow(BrokenOff);
  expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
});
