import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What one unit of something costs. Absent or 0: nothing that could be measured. */
export interface UnitCost {
  /** Processor time of a server process, in milliseconds of one core. */
  serverMs: number;
  /** The same of PostgreSQL. */
  databaseMs: number;
  /** What tables and indexes grow by, and stay. */
  diskBytes: number;
  walBytes: number;
  /** HTTP calls to the nodes. */
  rpcCalls: number;
  /** Subscriptions and their ends, over the socket. */
  rpcMessages: number;
  /** Memory of the server process. */
  memoryBytes: number;
  /** What goes over the network between client and server, both ways. */
  networkBytes: number;
}

/**
 * By name: creating a donation, paying one until it is passed on, an open address for a minute, reading a closed one once, and
 * so on.
 */
export const unitNames = [
  'created',
  'paid',
  'openMinute',
  'closedReading',
  'overlay',
  'overlayMinute',
  'poll',
  'clip',
] as const;
export type UnitName = (typeof unitNames)[number];

/** What was measured, as the simulation reads it. */
export interface UnitCosts {
  measuredAt: string;
  machine: string;
  /** A server process and PostgreSQL with nothing to do, a second. */
  idle: { serverMs: number; databaseMs: number; rpcCalls: number; serverMemoryBytes: number };
  units: Record<UnitName, UnitCost>;
}

const file = fileURLToPath(new URL('../results/unit-costs.json', import.meta.url));

/** Keeps what was measured beside the other results. */
export async function writeUnitCosts(costs: UnitCosts): Promise<void> {
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`);
}
