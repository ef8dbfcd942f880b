import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import './create-solana.ts';
import { openYellowstoneChannel } from './yellowstone-protocol.ts';

test('gRPC is loaded with the first channel, so that whoever listens over WebSockets never has it in memory', async () => {
  const { cache } = createRequire(import.meta.url);
  const isLoaded = () => Object.keys(cache).some((file) => file.includes('/@grpc/'));
  expect(isLoaded()).toBe(false);
  const channel = await openYellowstoneChannel('http://127.0.0.1:1', null);
  channel.close();
  expect(isLoaded()).toBe(true);
});
