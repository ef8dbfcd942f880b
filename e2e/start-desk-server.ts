import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server of a journey's own. */
export interface DeskServer {
  url: string;
  /** Makes every waiting alert older. */
  ageAlerts(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the product in a process of its own and waits until it answers. */
export async function startDeskServer(): Promise<DeskServer> {
  const script = fileURLToPath(import.meta.resolve('./desk-server.ts'));
  const child = spawn(process.execPath, [script, await freePort()], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const started = once(lines, 'line') as Promise<[string]>;
  const first = await Promise.race([started, ended.then(() => null)]);
  if (first === null) throw new Error('The server of this journey did not start; its words are above.');
  return {
    url: first[0].replace('127.0.0.1', 'localhost'),
    ageAlerts: async (seconds) => {
      const aged = once(lines, 'line');
      child.stdin.write(`${seconds}\n`);
      await aged;
    },
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
