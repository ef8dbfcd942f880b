import type { CapacityState } from './capacity.ts';
import type { ReceivedToken } from './token-ports.ts';

/** A streamer as the operator sees them. */
export interface SeenStreamer {
  id: string;
  username: string;
  walletAddress: string;
  createdAt: Date;
  /** Paid ones and their gross sum. */
  donations: number;
  lamports: bigint;
  seenAt: Date | null;
  suspendedAt: Date | null;
  operatorSince: Date | null;
}

/** The same with what only the page about one streamer shows. */
export interface SeenStreamerDetails extends SeenStreamer {
  donationCode: string;
  payoutAddress: string | null;
  acceptingDonations: boolean;
  minLamports: bigint;
  timeZone: string;
  lastPaidAt: Date | null;
  openDonations: number;
  unsweptDonations: number;
  openOverlays: number;
}

/** What an operator does, to whom and why. All of it is written into the audit log in the same transaction. */
export interface OperatorAct {
  operatorId: string;
  streamerId: string;
  reason: string;
}

/** An entry of the audit log with the names that the accounts have today. */
export interface LoggedAct {
  id: bigint;
  at: Date;
  action: string;
  actorName: string | null;
  accountName: string | null;
  detail: Record<string, string>;
}

/** What is looked for in the audit log. Null: whatever it is. */
interface AuditSearch {
  /** In the name of the account or of the operator, whatever the case. */
  name: string | null;
  action: string | null;
  /** Only older entries than this one. */
  before: bigint | null;
  limit: number;
}

/** Accounts from the operator's side. */
export interface OperatorStore {
  /** Those whose name or wallet contains the text, whatever the case: the newest first. */
  search(wanted: {
    text: string;
    page: number;
    size: number;
  }): Promise<{ data: SeenStreamer[]; found: number }>;
  find(streamerId: string): Promise<SeenStreamerDetails | null>;
  /**
   * Closes the streamer's link or opens it again, and tells their dashboards. False when it was so already: then nothing
   * is written.
   */
  setSuspended(act: OperatorAct, isSuspended: boolean): Promise<boolean>;
  /** Ends one session by its public id, or all of them; tells how many were in force. */
  endSessions(act: OperatorAct, sessionId: string | null): Promise<number>;
  searchAudit(wanted: AuditSearch): Promise<LoggedAct[]>;
  /** Transfers that failed or were refused, those that were refused most often in a row first. */
  listStuck(limit: number): Promise<StuckSweep[]>;
}

/** Why money stays where it is: what the sweep refused, or that something else failed again and again. */
export interface StuckSweep {
  donationId: string;
  streamerId: string;
  username: string;
  lamports: bigint;
  /** What is stuck, where it is tokens. */
  token: ReceivedToken | null;
  lastError: string;
  /** In a row; 0 where nobody answered last. */
  refusals: number;
  nextAttemptAt: Date;
}

/** A node of the chain as this process meets it. */
export interface NodeState {
  /** Its number and the end of its host's name: paths and host names may hold a key. */
  name: string;
  /** Calls in a row that it failed, up to now. */
  failures: number;
  answeredAt: Date | null;
  failedAt: Date | null;
  /** How far it was behind the newest slot that is believed of any node, when it was last asked. */
  slotsBehind: number;
  /** Since when it tells the same slot, once that is two minutes; null: it goes on, or nobody knows. */
  stillSince: Date | null;
  /** It is on another network than the books: it is asked nothing else. */
  isElsewhere: boolean;
  /**
   * Since when it has not answered where what two nodes have is compared with the books, though another one has: whatever
   * else it answers. Null: it does, or has not been asked lately.
   */
  uncomparedSince: Date | null;
}

/** A disk that this process, or its database, writes to. */
export interface DiskState {
  /** Machine and folder. */
  name: string;
  /** What this process may still write. */
  freeBytes: number;
  totalBytes: number;
}

/** The process that answers. */
export interface RunningServer {
  version: string;
  startedAt: Date;
  nodes(): NodeState[];
  /** Whether it takes new donations. */
  capacity(): CapacityState;
  /** Those that could be read. */
  disks(): Promise<DiskState[]>;
  /** By how much its reading of what sockets hear is overdue. */
  eventLagMs(): number;
}
