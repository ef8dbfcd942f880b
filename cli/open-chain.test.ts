import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { checkChain } from './check-chain.ts';
import { checkMachine } from './check-machine.ts';
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
    /copy the folder "sandbox" of the old DATA_DIR there before: its money lives in it\. Where .* set SOLANA_RPC_URL/,
  );
});

test('of a sandbox that hangs no second one is started: what to do is said', async () => {
  const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  onTestFinished(() => {
    hanging.closeAllConnections();
    hanging.close();
  });
  const { port } = hanging.address() as AddressInfo;
  const config = readConfig({ SANDBOX_PORT: String(port) });
  const terminal = { tell() {} } as Partial<Terminal> as Terminal;
  await using cleanUp = new AsyncDisposableStack();
  await expect(openChainOf({ config, terminal, cleanUp }, { isShared: false })).rejects.toThrow(
    `The sandbox chain at http://127.0.0.1:${port} does not answer: it hangs. Restart the server that runs it`,
  );
  const doctors = { config, terminal, cleanUp };
  expect((await checkMachine(doctors)).filter(({ level }) => level === 'problem')).toEqual([
    expect.objectContaining({ what: `The sandbox chain on port ${port} does not answer: it hangs` }),
  ]);
  expect(JSON.stringify(await checkChain(doctors))).not.toContain('not running');
});
