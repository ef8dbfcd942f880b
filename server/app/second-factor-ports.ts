import type { SessionOf } from './account-ports.ts';

/** A second factor that is on. */
interface SecondFactorState {
  confirmedAt: Date;
  recoveryCodesLeft: number;
}

/** A secret by its generation, and the time step of a code that was right for it. */
interface RightCode {
  generation: string;
  step: number;
}

/**
 * Second factors. The secret of one is derived from its generation and lies nowhere; recovery codes are known by their
 * SHA-256 only, which is enough because each is 80 random bits: there is nothing to guess.
 */
export interface SecondFactorStore {
  /** Null while it is off, also while it has only begun. */
  find(userId: string): Promise<SecondFactorState | null>;
  /** A new generation instead of one that has only begun. Null, and nothing changes, when it is on. */
  begin(userId: string): Promise<string | null>;
  /** The generation that has begun and is not on yet. */
  findBegun(userId: string): Promise<string | null>;
  /**
   * Turns on what has begun, with its recovery codes. The code counts as used and as proven in this session and no
   * other; audited: all of it, or nothing. False when that generation is not, or no longer, waiting to be turned on.
   */
  turnOn(current: SessionOf, right: RightCode, codeHashes: readonly Uint8Array[]): Promise<boolean>;
  /**
   * Counts an attempt at a code before anybody knows whether it is right, so that attempts that come at once cannot
   * outrun the count. From the fifth in a row on each is followed by a wait, a minute and then ever twice as long up to
   * an hour. Null, and not counted, while such a wait lasts, and when it is off.
   */
  countAttempt(userId: string): Promise<{ generation: string; failures: number } | null>;
  /** Takes a right code once: false when it, or a newer one, was taken before. Then the wrong ones are forgotten. */
  takeStep(userId: string, right: RightCode): Promise<boolean>;
  /** Takes a recovery code once, audited. False when it is none, or was used. */
  takeRecoveryCode(userId: string, codeHash: Uint8Array): Promise<boolean>;
  /** Puts others in the place of all recovery codes, audited. False when it is off. */
  replaceRecoveryCodes(userId: string, codeHashes: readonly Uint8Array[]): Promise<boolean>;
  /** Turns it off, audited; no session counts as proven any more. Repeating it changes nothing. */
  turnOff(userId: string): Promise<void>;
}
