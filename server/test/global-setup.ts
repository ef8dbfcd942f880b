import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './cluster.ts';

/**
 * Vitest's global setup: one PostgreSQL for the whole run, shared by all its processes.
 *
 * It starts when the first test asks for a database, so that a run of unit tests alone never waits for
 * it; who connects to the provided port is told where it is. The teardown removes every trace of it.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  const desk = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    cluster ??= startTestCluster();
    cluster.then(
      ({ address }) => socket.end(JSON.stringify({ address })),
      (error: unknown) => socket.end(JSON.stringify({ failure: String(error) })),
    );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const address = desk.address();
  project.provide('testClusterPort', typeof address === 'object' && address ? address.port : 0);
  return async () => {
    desk.close();
    const started = await cluster?.catch(() => undefined);
    await started?.remove();
  };
}
