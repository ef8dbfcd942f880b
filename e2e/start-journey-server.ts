import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { freePort } from '#server/test/free-port.ts';

/** A server of a journey's own, with a door into its books. */
export interface JourneyServer {
  url: string;
  /** The chain that it talks to. */
  rpcUrl: string;
  /** Runs a statement in the server's database. */
  write(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the product in a process of its own and waits until it answers. On `devnet` it believes to be there, and
 * offers what only real wallets can do. `gapMs` is the silence between two alerts, the product's unless told; `environment`
 * are settings of the server besides.
 */
export async function startJourneyServer({
  chain = 'sandbox',
  gapMs = defaultPace.gapMs,
  environment = {},
}: {
  chain?: 'sandbox' | 'devnet';
  gapMs?: number;
  environment?: Record<string, string>;
} = {}): Promise<JourneyServer> {
  const script = fileURLToPath(import.meta.resolve('./journey-server.ts'));
  const settings = [String(await freePort()), chain, String(gapMs), JSON.stringify(environment)];
  const child = spawn(process.execPath, [script, ...settings], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const next = async (): Promise<string> => {
    const line = once(lines, 'line') as Promise<[string]>;
    const came = await Promise.race([line, ended.then(() => null)]);
    if (came === null) throw new Error('The server of this journey has ended; its words are above.');
    return came[0];
  };
  const [url = '', rpcUrl = ''] = (await next()).split(' ');
  return {
    url: url.replace('127.0.0.1', 'localhost'),
    rpcUrl,
    write: async (statement) => {
      const done = next();
      child.stdin.write(`${statement.replaceAll(/\s+/g, ' ')}\n`);
      await done;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
