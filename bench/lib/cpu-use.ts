import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Processor time used between two moments, in percent of one core. */
export interface CpuUse {
  server: number;
  sandbox: number;
  postgres: number;
  generator: number;
  /** Everything that ran on the machine, whoever started it. */
  machine: number;
}

type Seconds = Record<keyof CpuUse, number>;

/** Linux counts processor time in ticks of a hundredth of a second. */
const ticksPerSecond = 100;

/**
 * Starts to measure the processor time of a server, its children and this process; the function that is returned
 * ends it. Null where the system has no /proc.
 */
export function startCpuUse(serverPid: number): () => CpuUse | null {
  const before = readSeconds(serverPid);
  const startedAt = performance.now();
  return () => {
    const after = readSeconds(serverPid);
    if (before === null || after === null) return null;
    const elapsed = (performance.now() - startedAt) / 1000;
    const percent = (part: keyof CpuUse): number => ((after[part] - before[part]) / elapsed) * 100;
    return {
      server: percent('server'),
      sandbox: percent('sandbox'),
      postgres: percent('postgres'),
      generator: percent('generator'),
      machine: percent('machine'),
    };
  };
}

function readSeconds(serverPid: number): Seconds | null {
  if (process.platform !== 'linux') return null;
  const processes = listProcesses();
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent === serverPid || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const sum = (matches: (pid: number, command: string) => boolean): number =>
    [...processes].reduce((all, [pid, own]) => all + (matches(pid, own.command) ? own.seconds : 0), 0);
  const busy = cpus().reduce((all, { times }) => all + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  return {
    server: sum((pid) => pid === serverPid),
    sandbox: sum((pid, command) => isBelow(pid) && command !== 'postgres'),
    postgres: sum((pid, command) => isBelow(pid) && command === 'postgres'),
    generator: (user + system) / 1e6,
    machine: busy / 1000,
  };
}

/** Every process; time of children that have ended counts for the parent. */
function listProcesses(): Map<number, { parent: number; command: string; seconds: number }> {
  const processes = new Map<number, { parent: number; command: string; seconds: number }>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat === null) continue;
    const [, command = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ').map(Number);
    const ticks = [11, 12, 13, 14].reduce((all, at) => all + (fields[at] ?? 0), 0);
    processes.set(Number(name), { parent: fields[1] ?? 0, command, seconds: ticks / ticksPerSecond });
  }
  return processes;
}

function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    // It ended between the listing and the reading.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
