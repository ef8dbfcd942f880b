import type { NewSession } from './account-ports.ts';

/** A new password for whoever has proven that the account is theirs. */
interface AccountRecovery {
  userId: string;
  /** The hash of the password that is lost: the proof was about that one. */
  was: string;
  becomes: string;
  /** The hash of the recovery code that was typed, which is used up; null: a wallet has proven it. */
  spends: Uint8Array | null;
  /** The hash of the code that takes its place. */
  nextCode: Uint8Array;
  session: NewSession;
}

/** Ways back into accounts. The code itself is nowhere: the store knows its hash. */
export interface AccountRecoveryStore {
  /** Since when the account has a code; null when it has none. */
  codeSince(userId: string): Promise<Date | null>;
  /** Whether that is the hash of the account's code. */
  holdsCode(userId: string, codeHash: Uint8Array): Promise<boolean>;
  /** Gives the account another code, audited; the one before is worth nothing any more. */
  replaceCode(userId: string, codeHash: Uint8Array): Promise<void>;
  /**
   * Sets the password, uses up the code, ends every session and begins one, audited: all of it, or nothing. False when
   * the code is not the account's, or its password is another one by now.
   */
  recover(recovery: AccountRecovery): Promise<boolean>;
}
