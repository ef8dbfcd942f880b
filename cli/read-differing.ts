import { Transient } from '#server/app/outside.ts';
import type { SweepRefusal } from '#server/app/sweep-ports.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { readOn } from './read-on.ts';

/** Addresses of whose money the chain says something else than the books. */
export interface Differing {
  /** Reads the history of those that were refused for it: true when the books have learnt something. */
  read(): Promise<boolean>;
  /** Whether reading and waiting is over: the history does not explain what lies there. */
  isGivenUp(address: string): boolean;
  /** How many addresses the books have learnt something of. */
  learnt(): number;
}

/** What is known of an address that differs; times of `performance.now()`. */
interface Attempt {
  /** Since when its history brings nothing new; null while nobody could read it. */
  inVainSince: number | null;
  readAt: number;
}

/** Addresses that one call reads, so that whoever waits sees how far it is; and those that are read side by side. */
const mostAtOnce = 100;
const sideBySide = 4;
/** A node that is behind the one that was asked before has caught up by then. */
const readAgainMs = 5000;
const giveUpMs = 30_000;

/**
 * Books that are older than the chain do not know what became of money since: most of it was passed on. No watcher runs
 * beside a command, so the addresses that the chain refused a transfer of are read here, and the job goes on by what the
 * books know then. `refusals` is what was refused last, by address; what the books learn of is taken out of it.
 */
export function createDiffering(ports: LedgerPorts, refusals: Map<string, SweepRefusal>): Differing {
  const attempts = new Map<string, Attempt>();
  const learnt = new Set<string>();

  const isGivenUp = (address: string): boolean => {
    const since = attempts.get(address)?.inVainSince ?? null;
    return since !== null && performance.now() - since > giveUpMs;
  };

  const isDue = (address: string): boolean =>
    performance.now() - (attempts.get(address)?.readAt ?? -Infinity) > readAgainMs && !isGivenUp(address);

  async function readOne(address: string): Promise<boolean> {
    const attempt = attempts.get(address) ?? { inVainSince: null, readAt: 0 };
    attempts.set(address, attempt);
    attempt.readAt = performance.now();
    const hasNews = await readHistory(address);
    if (hasNews === null) return false;
    attempt.inVainSince = hasNews ? null : (attempt.inVainSince ?? performance.now());
    if (!hasNews) return false;
    learnt.add(address);
    refusals.delete(address);
    return true;
  }

  /** Null when no node answered: then nothing is known. */
  async function readHistory(address: string): Promise<boolean | null> {
    try {
      const donation = await ports.donations.findByAddress(address);
      if (donation === null) return false;
      const { lacked, underWay } = await readOn(ports, donation);
      return lacked + underWay > 0;
    } catch (error) {
      if (error instanceof Transient) return null;
      throw error;
    }
  }

  return {
    async read() {
      const due = [...refusals].filter(
        ([address, { refused }]) => refused === 'books_differ' && isDue(address),
      );
      const queue = due.slice(0, mostAtOnce).values();
      let hasNews = false;
      const work = async (): Promise<void> => {
        for (const [address] of queue) if (await readOne(address)) hasNews = true;
      };
      await Promise.all(Array.from({ length: sideBySide }, work));
      return hasNews;
    },
    isGivenUp,
    learnt: () => learnt.size,
  };
}
