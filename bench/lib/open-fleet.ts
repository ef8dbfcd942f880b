import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A client that is to be kept connected. */
export type FleetMember =
  | { role: 'overlay'; code: string }
  | { role: 'dashboard'; userId: string; token: string };

/** What one process of clients does. */
export interface FleetOrders {
  server: 'brava' | 'bare';
  url: string;
  localAddress: string;
  members: readonly FleetMember[];
}

/** What a process of clients is told. */
export type FleetCommand = { do: 'start'; orders: FleetOrders } | { do: 'report' } | { do: 'forget' };

/** What clients saw: when each was let in last, the cards that came (repeats among them), and attempts that found no server. */
export interface FleetReport {
  admittedAtMs: number[];
  cards: { donationId: string; alertId: string }[];
  failed: number;
}

/** Clients in processes of their own. */
export interface Fleet {
  /** Waits until every client has been let in since `forget`, or the time is over; all of them in one report. */
  waitForAll(timeoutMs: number): Promise<FleetReport>;
  report(): Promise<FleetReport>;
  /** From here on only what comes anew counts. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

const perProcess = 2500;
const pollMs = 250;
const script = fileURLToPath(new URL('socket-fleet.ts', import.meta.url));

/**
 * Opens clients in processes of 2,500 each, every process from a loopback address of its own, so that ports last. They
 * speak the protocols themselves, which is lighter than 10,000 of socket.io-client; its back-off is the library's own.
 */
export function openFleet(
  server: FleetOrders['server'],
  url: string,
  members: readonly FleetMember[],
): Fleet {
  const processes: ChildProcess[] = [];
  for (let start = 0; start < members.length; start += perProcess) {
    const child = fork(script, { serialization: 'advanced' });
    const localAddress = `127.0.0.${2 + processes.length}`;
    const orders = { server, url, localAddress, members: members.slice(start, start + perProcess) };
    child.send({ do: 'start', orders } satisfies FleetCommand);
    processes.push(child);
  }
  const ask = async (command: FleetCommand): Promise<FleetReport> => {
    const reports = await Promise.all(processes.map((child) => askOne(child, command)));
    return {
      admittedAtMs: reports.flatMap(({ admittedAtMs }) => admittedAtMs),
      cards: reports.flatMap(({ cards }) => cards),
      failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    };
  };
  return {
    async waitForAll(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const report = await ask({ do: 'report' });
        if (report.admittedAtMs.length === members.length) return report;
        if (performance.now() > deadline)
          throw new Error(`Of ${members.length} clients ${report.admittedAtMs.length} were let in.`);
        await sleep(pollMs);
      }
    },
    report: () => ask({ do: 'report' }),
    forget: async () => void (await ask({ do: 'forget' })),
    async close() {
      for (const child of processes.splice(0)) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
}

async function askOne(child: ChildProcess, command: FleetCommand): Promise<FleetReport> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  child.send(command);
  const [report] = (await answer) as [FleetReport];
  return report;
}
