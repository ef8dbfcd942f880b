import type { HashingLimits } from '#server/app/accounts/password-hasher.ts';
import type { Clock } from '#server/app/ports.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';

/** Where the parts that the server does not contain are found. */
export interface Surroundings {
  connectionString: string;
  nodes: { rpcUrls: string[]; wsUrls: string[] };
  isSandbox: boolean;
  /** Ends the process, when it serves data that is no more. */
  end?: () => void;
  /** Tests shorten it; the product's by default. */
  pace?: AlertPace;
  /** Tests move it; the machine's by default. */
  clock?: Clock;
  /** Milliseconds since some moment, by a clock that nobody sets. Tests move it. */
  elapsedMs?: () => number;
  /** How often nodes are asked how far they are. Tests shorten it. */
  askNodesEveryMs?: number;
  /** How long a socket may stay that has not said what it is. Tests shorten it. */
  announceWithinMs?: number;
  /** Tests make it cheap; the product's by default. */
  hashing?: Partial<HashingLimits>;
}
