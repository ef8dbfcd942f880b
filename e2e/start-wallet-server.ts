import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server that believes to be on Devnet, and the chain that it talks to. */
export interface WalletServer {
  url: string;
  rpcUrl: string;
  stop(): Promise<void>;
}

/** Starts the product in a process of its own and waits until it answers. */
export async function startWalletServer(): Promise<WalletServer> {
  const script = fileURLToPath(import.meta.resolve('./wallet-server.ts'));
  const child = spawn(process.execPath, [script, await freePort()], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const started = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([started, ended.then(() => null)]);
  const [url, rpcUrl] = first?.[0].split(' ') ?? [];
  if (url === undefined || rpcUrl === undefined)
    throw new Error('The server of this journey did not start; its words are above.');
  return {
    url: url.replace('127.0.0.1', 'localhost'),
    rpcUrl,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
