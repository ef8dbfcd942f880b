import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { ClusterAddress } from './cluster.ts';
import { addressOf, dropDatabase, query } from './database-address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testClusterPort: number;
  }
}

/** A migrated database that belongs to one test file alone. */
export type TestDatabase = { connectionString: string; drop(): Promise<void> };

let cluster: Promise<ClusterAddress> | undefined;

/**
 * Clones the migrated template: an empty database with our schema, in some 50 ms.
 *
 * Call it in `beforeAll` and `drop` it in `afterAll`, after your pools have ended: `drop` cuts connections
 * that are still open. What is never dropped goes with the test run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  cluster ??= findCluster();
  const { server, template } = await cluster;
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    connectionString: addressOf(server, name),
    drop: () => dropDatabase(server, name),
  };
}

/** The folder of the database server's own files; null when it is not one of ours. */
export async function findClusterFolder(): Promise<string | null> {
  cluster ??= findCluster();
  return (await cluster).folder;
}

async function findCluster(): Promise<ClusterAddress> {
  const answer = await text(connect({ port: inject('testClusterPort'), host: '127.0.0.1' }));
  const { address, failure } = JSON.parse(answer) as { address?: ClusterAddress; failure?: string };
  if (!address) throw new Error(`The test database did not start: ${failure}`);
  return address;
}
