import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Tells whether gRPC is loaded: once everything of the chain is, and once a channel is open. */
const program = `
  const { createRequire } = await import('node:module');
  const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/@grpc/'));
  await import('./create-solana.ts');
  const before = isLoaded();
  const { openYellowstoneChannel } = await import('./yellowstone-protocol.ts');
  const channel = await openYellowstoneChannel('http://127.0.0.1:1', null);
  channel.close();
  console.info(JSON.stringify({ before, after: isLoaded() }));
`;

test('gRPC is loaded with the first channel, so that whoever listens over WebSockets never has it in memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true });
});
