import { expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openChainOf } from './open-chain.ts';
import type { Terminal } from './terminal.ts';

test.each([
  [{}, 'SOLANA_RPC_URL'],
  [{ rpcUrl: 'http://127.0.0.1:1/v2/secretkey' }, '--rpc'],
])('a command whose nodes give no answer says once what it waits for (%o)', async (other, setting) => {
  const told: string[] = [];
  const terminal = { tell: (line: string) => void told.push(line) } as Partial<Terminal> as Terminal;
  const config = readConfig({
    SOLANA_RPC_URL: 'http://127.0.0.1:1/v2/secretkey',
    SOLANA_WS_URL: 'ws://127.0.0.1:1',
  });
  const cleanUp = new AsyncDisposableStack();
  const { chain } = await openChainOf({ config, terminal, cleanUp }, { isShared: false, ...other });
  const endOnceTold = async (): Promise<void> => {
    await vi.waitFor(() => expect(told).not.toEqual([]), 10_000);
    await cleanUp.disposeAsync();
  };
  await Promise.all([expect(chain.genesisHash()).rejects.toThrow('getGenesisHash'), endOnceTold()]);
  expect(told).toEqual([
    `No answer yet from 127.0.0.1:1 (${setting}). It is asked again for some minutes; Ctrl+C ends that.`,
  ]);
});

test('a sandbox chain that was not brought along is asked for before a start makes another one', async () => {
  const config = readConfig({ DATA_DIR: '/nowhere/at/all', SANDBOX_PORT: '1' });
  const terminal = { tell() {} } as Partial<Terminal> as Terminal;
  await using cleanUp = new AsyncDisposableStack();
  await expect(openChainOf({ config, terminal, cleanUp }, { isShared: false })).rejects.toThrow(
    /copy the folder "sandbox" of the old DATA_DIR there before: its money lives in it\.$/,
  );
});
