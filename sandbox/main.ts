import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PortInUse } from './listen.ts';
import { FolderInUse, NoFolder } from './open-database.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const DEFAULT_PORT = 8899;
/** A predecessor that was just killed may still hold the folder or the ports. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 250;
const SQLITE_FULL = 13;

function findFolder(): string {
  return join(process.env['DATA_DIR'] ?? '.data', 'sandbox');
}

function readPort(): number {
  const text = process.env['SANDBOX_PORT'] ?? String(DEFAULT_PORT);
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_534) return port;
  throw new RangeError(`SANDBOX_PORT must be a port from 1 to 65534, for example 8899; it is "${text}".`);
}

async function startPatiently(port: number): Promise<Sandbox> {
  const options = {
    port,
    host: process.env['HOST'] ?? '127.0.0.1',
    folder: findFolder(),
  };
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await startSandbox(options);
    } catch (error) {
      const mayPass = error instanceof PortInUse || error instanceof FolderInUse;
      if (!mayPass || performance.now() > deadline) throw error;
      await delay(RETRY_MS);
    }
  }
}

function explain(error: unknown, what = 'cannot start'): string {
  if (error instanceof PortInUse) {
    return `${error.message} The sandbox needs two ports in a row: stop the other program, or choose others with SANDBOX_PORT.`;
  }
  if (error instanceof FolderInUse || error instanceof NoFolder || error instanceof RangeError)
    return error.message;
  if ((error as { errcode?: number }).errcode === SQLITE_FULL)
    return `The sandbox ${what}: no space is left on the disk of ${findFolder()}.`;
  return `The sandbox ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** A slot that cannot be written ends the chain, and what waited for that slot never lands. */
process.once('uncaughtException', (error) => {
  console.error(explain(error, 'cannot go on'));
  process.exit(1);
});

/** Without the process that started this one there is no one left to serve. The chain survives any end. */
process.once('disconnect', () => process.exit(0));
/** It asks from time to time, and ends one that hangs. */
process.on('message', () => process.send?.('yes', () => {}));

try {
  if (process.send === undefined && existsSync('.env')) process.loadEnvFile('.env');
  const sandbox = await startPatiently(readPort());
  const stop = (): void => void sandbox.stop().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Whoever started this one may have gone: without a callback that is an error, with one `disconnect` ends it.
  process.send?.({ ready: true, port: sandbox.port }, () => {});
  console.log(`Sandbox chain ready: RPC ${sandbox.url}, WebSocket ${sandbox.wsUrl}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
