import type { BackupFailureCode } from '#server/domain/backups/backup-schedule.ts';

/** Money that waits so long is late. A transaction is final in seconds: after so long without it, its money waits, too. */
export const lateMoneyMs = 600_000;

/** A process that serves this installation. */
interface LivingProcess {
  id: string;
  startedAt: Date;
  /** When it last said that it lives, as it does every second. */
  seenAt: Date;
  /** Whether it hears of changes on the chain; it reads more often where it does not. */
  hearsChain: boolean;
}

/** The account that pays for transfers of tokens. */
interface FeePayer {
  address: string;
  /** Null: nobody could read it for a while. */
  lamports: bigint | null;
  isLow: boolean;
}

/** So many alerts that are not settled are counted at most: of more, each count is that of those that were looked at. */
export const mostAlertsCounted = 100_000;

/**
 * How the whole installation stands, over all processes. Times are when something began; null: there is nothing of it.
 */
export interface OperationFigures {
  alerts: {
    /** Not sent and not settled: also those that wait because nobody has an overlay open. */
    waiting: number;
    oldestWaitingAt: Date | null;
    /** Since when an alert could have been sent and was not: an overlay is open and visible, and nobody paused. */
    stalledSince: Date | null;
    /** They wait for somebody's approval. */
    held: number;
    inTray: number;
  };
  money: {
    /** Donations that nobody has paid yet and whose address has not run out. */
    waitingForPayment: number;
    /** Addresses with SOL that is to be passed on. What is too small to be moved counts only there. */
    unswept: { addresses: number; lamports: bigint; oldestAt: Date | null };
    tooSmall: { addresses: number; lamports: bigint };
    /** Accounts with tokens that are to be passed on, without those that their issuer froze. */
    unsweptTokens: { accounts: number; oldestAt: Date | null };
    /** Signed transfers whose end is not known yet, and those among them that had to be signed anew. */
    liveSweeps: { count: number; retried: number };
    /** Transfers that have to wait for a reason that is not only time, and one such reason. */
    troubledSweeps: { count: number; example: string | null };
    /** Null where there are no tokens, and never were. */
    tokens: { feePayer: FeePayer; liveSweeps: number } | null;
    /** Addresses whose books and chain differ, as the last comparison found. */
    ledgerMismatches: number;
    /** Withdrawals that have not ended, and since when the oldest of them is asked for. */
    openWithdrawals: { count: number; oldestAt: Date | null };
  };
  /** Browser sources that are open now, and those that OBS shows. */
  overlays: { connected: number; visible: number };
  processes: LivingProcess[];
  /** When the address or token account that waits longest should have been read. In the past: the nodes do not keep up. */
  oldestLookDueAt: Date | null;
  /** Since when the oldest change of an address or a token account could not be recorded. */
  failingLookSince: Date | null;
  /** The oldest clip that should be gone and is not. */
  oldestOverdueClipAt: Date | null;
  /** Null: none are made by themselves. */
  backups: {
    everyMs: number;
    /** When this installation began to be backed up. */
    since: Date;
    /** The last that was proven and is still there: when its content was read, and its size. */
    lastGood: { at: Date; bytes: bigint } | null;
    /** Why the last attempt failed; null when it did not, or only its server was stopped. */
    failure: BackupFailureCode | null;
  } | null;
  database: { bytes: bigint; serverVersion: string; schemaVersion: number };
}

/** Reading how the work stands. */
export interface OperationReads {
  /** Asks the database, some milliseconds also with a million donations. Rejects when it is away. */
  figures(): Promise<OperationFigures>;
}
