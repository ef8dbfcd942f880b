import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainReader } from '#server/app/chain-ports.ts';
import type { SweepChain } from '#server/app/sweep-ports.ts';
import { startSandboxProcess } from '#server/process/sandbox-process.ts';
import { sandboxUrlOf } from '#server/settings/sandbox-url.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { createRpcClient, type RpcClient } from '#server/solana/rpc-client.ts';
import { shareReads } from '#server/solana/shared-reads.ts';
import { createSweepChain } from '#server/solana/sweep-chain.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { CommandContext } from './command.ts';
import { Refusal } from './refusal.ts';
import { tellOfSilence } from './tell-of-silence.ts';

/** Access to the chain, until the end of the command. */
export interface OpenedChain {
  client: RpcClient;
  chain: ChainReader;
  /** Moving money needs the keys. What many transfers ask at the same time goes to the node together. */
  sweepChainOf: (vault: SigningVault) => SweepChain;
  /** Calls made so far. */
  calls(): number;
}

/** A command has time: so long it waits for an answer of the chain. */
export const longWaitMs = 120_000;

/**
 * Opens the configured nodes, or another one by its address, or the sandbox: the one of SANDBOX_URL, the running one, or
 * one started for the time of the command. Beside a running server only half of a node's budget is used. `patienceMs` is for
 * whoever wants an answer, or none, at once: nothing is said meanwhile.
 */
export async function openChainOf(
  context: CommandContext,
  options: { isShared: boolean; rpcUrl?: string; patienceMs?: number },
): Promise<OpenedChain> {
  const { config } = context;
  const isSandbox = config.nodes === null && options.rpcUrl === undefined;
  const urls = isSandbox
    ? [await provideSandbox(context)]
    : [options.rpcUrl ?? config.nodes?.rpcUrls ?? []].flat();
  const share = options.isShared ? 2 : 1;
  const limits = {
    requests: Math.max(1, Math.floor(config.nodeLimits.requests / share)),
    perMethod: Math.max(1, Math.floor(config.nodeLimits.perMethod / share)),
    windowMs: config.nodeLimits.windowMs,
  };
  const ending = new AbortController();
  context.cleanUp.defer(() => ending.abort());
  const client = createRpcClient({
    urls,
    limits: isSandbox ? null : limits,
    // Many calls wait side by side for their turn in a node's budget.
    totalTimeoutMs: options.patienceMs ?? longWaitMs,
    signal: ending.signal,
  });
  if (!isSandbox && options.patienceMs === undefined)
    tellOfSilence(context, client, {
      urls,
      setting: options.rpcUrl === undefined ? 'SOLANA_RPC_URL' : '--rpc',
    });
  return {
    client,
    chain: createChainReader(client),
    sweepChainOf: (vault) => createSweepChain(shareReads(client), vault),
    calls: () => [...client.stats.values()].reduce((sum, { calls }) => sum + calls, 0),
  };
}

/**
 * Which chain this installation's books are about, by its nodes or its running sandbox; null where its own sandbox does
 * not run. Throws `Transient` when the nodes do not answer, `Refusal` when the sandbox of SANDBOX_URL does not.
 */
export async function readOwnGenesisHash(context: CommandContext): Promise<string | null> {
  const { config } = context;
  const isOwnSandbox = config.nodes === null && config.sandboxUrl === null;
  if (isOwnSandbox && (await askSandbox(sandboxUrlOf(config))) !== 'answers') return null;
  const { chain } = await openChainOf(context, { isShared: true });
  return await chain.genesisHash();
}

async function provideSandbox(context: CommandContext): Promise<string> {
  const { config, terminal } = context;
  const url = sandboxUrlOf(config);
  const state = await askSandbox(url);
  if (state === 'answers') return url;
  if (state === 'silent')
    throw new Refusal(
      `The sandbox chain at ${url} does not answer: it hangs. Restart the server that runs it; nothing is lost by that.`,
    );
  if (config.sandboxUrl !== null)
    throw new Refusal(`No sandbox answers at ${url}. Start it (npm run sandbox), or correct SANDBOX_URL.`);
  await access(join(config.dataDir, 'sandbox')).catch((cause: unknown) => {
    throw new Refusal(
      `There is no sandbox chain in ${config.dataDir} yet: the first start of the server makes it. If this installation ` +
        'came from elsewhere, copy the folder "sandbox" of the old DATA_DIR there before: its money lives in it. Where the ' +
        'money lives on another chain, set SOLANA_RPC_URL and SOLANA_WS_URL.',
      { cause },
    );
  });
  terminal.tell('Starting the sandbox chain for the time of this command.');
  const log = { info() {}, warn() {}, error: (_: object, message: string) => terminal.tell(message) };
  const place = { port: config.sandboxPort, dataDir: config.dataDir };
  const defer = (close: () => Promise<void>): void => context.cleanUp.defer(close);
  return (await startSandboxProcess(place, { log, defer })).rpcUrl;
}
