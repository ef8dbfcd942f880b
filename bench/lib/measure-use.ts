import type { Pool } from 'pg';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import { startCpuUse } from './cpu-use.ts';
import { residentBytes } from './memory-use.ts';
import type { UnitCost } from './unit-costs-file.ts';

/** What is looked at while something goes on. */
export interface Observed {
  serverPid: number;
  db: Pool;
  sandbox: Sandbox;
  /** Bytes that the load has sent and received so far. */
  networkBytes: () => number;
}

/** What everything used between two moments. */
export type Use = UnitCost & { seconds: number };

/** Messages of the socket, and what the donors' wallets ask for themselves. */
const isMessage = (method: string): boolean => method.endsWith('ubscribe');
const ofDonors = new Set(['requestAirdrop']);

/** Starts to measure what a server and its database use; the function that is returned ends it. */
export async function startUse(observed: Observed): Promise<() => Promise<Use>> {
  const before = await look(observed);
  const endCpu = startCpuUse(observed.serverPid);
  const startedAt = performance.now();
  return async () => {
    const cpu = endCpu();
    if (cpu === null) throw new Error('This system has no /proc: processor time cannot be told.');
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await look(observed);
    return {
      seconds,
      serverMs: cpu.server * 10 * seconds,
      databaseMs: cpu.postgres * 10 * seconds,
      diskBytes: after.disk - before.disk,
      walBytes: after.wal - before.wal,
      rpcCalls: after.calls - before.calls,
      rpcMessages: after.messages - before.messages,
      memoryBytes: after.memory - before.memory,
      networkBytes: after.network - before.network,
    };
  };
}

async function look({ serverPid, db, sandbox, networkBytes }: Observed) {
  const { rows } = await db.query(`select pg_current_wal_lsn() - '0/0' as wal,
    (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
      as disk`);
  const row = rows[0] as { wal: string; disk: string };
  const counts = Object.entries(sandbox.calls).filter(([method]) => !ofDonors.has(method));
  const sum = (wanted: boolean): number =>
    counts.reduce((all, [method, count]) => all + (isMessage(method) === wanted ? count : 0), 0);
  return {
    wal: Number(row.wal),
    disk: Number(row.disk),
    calls: sum(false),
    messages: sum(true),
    memory: await residentBytes(serverPid),
    network: networkBytes(),
  };
}

/** What a unit cost, with what would have been used without it taken off; never less than nothing. */
export function costOf(use: Use, units: number, idle: Use): UnitCost {
  const per = (part: keyof UnitCost): number =>
    Math.max(
      0,
      (use[part] -
        (part === 'diskBytes' || part === 'memoryBytes' ? 0 : (idle[part] / idle.seconds) * use.seconds)) /
        units,
    );
  return {
    serverMs: per('serverMs'),
    databaseMs: per('databaseMs'),
    diskBytes: per('diskBytes'),
    walBytes: per('walBytes'),
    rpcCalls: per('rpcCalls'),
    rpcMessages: per('rpcMessages'),
    memoryBytes: per('memoryBytes'),
    networkBytes: per('networkBytes'),
  };
}
