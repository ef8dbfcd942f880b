import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from './free-ports.ts';

const script = fileURLToPath(new URL('constant-server.ts', import.meta.url));

/** Starts a bare `node:http` server in a process of its own that answers everything with `body`. */
export async function startConstantServer(
  cleanUp: AsyncDisposableStack,
  body: string,
): Promise<{ url: string; pid: number }> {
  const { server: port } = await findFreePorts();
  const child = spawn(process.execPath, [script, String(port), body], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.defer(() => void child.kill());
  await once(child.stdout, 'data');
  if (child.pid === undefined) throw new TypeError('A process that was spawned has an id.');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid };
}
