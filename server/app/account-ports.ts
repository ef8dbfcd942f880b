import type { KeyPath } from '#server/domain/donation.ts';

/** A streamer as the server knows them. */
export interface Streamer {
  id: string;
  username: string;
  passwordHash: string;
  walletAddress: string;
  keyPath: KeyPath;
  donationCode: string;
  widgetCode: string;
  widgetCodeUsedAt: Date | null;
  minLamports: bigint;
  /** Smallest first. Those below the minimum are not offered. */
  presetLamports: readonly bigint[];
  cardColor: string;
  cardGradient: string | null;
  timeZone: string;
  payoutAddress: string | null;
  acceptingDonations: boolean;
  /** Where they can be seen, as `readChannel` writes it. */
  channels: readonly string[];
  suspendedAt: Date | null;
  /** Since when the account may open the operator's page; null: it may not. */
  operatorSince: Date | null;
  /** When the account is deleted for good, as its streamer wants it; null: it stays. */
  deletesAt: Date | null;
  /** When its deletion began, from which on nobody can sign in and its name is none. */
  deletedAt: Date | null;
}

/** What a registration stores. */
type NewStreamer = Omit<
  Streamer,
  | 'id'
  | 'widgetCodeUsedAt'
  | 'payoutAddress'
  | 'suspendedAt'
  | 'operatorSince'
  | 'deletesAt'
  | 'deletedAt'
  | 'acceptingDonations'
  | 'channels'
  | 'minLamports'
  | 'presetLamports'
  | 'cardColor'
  | 'cardGradient'
>;

/** What a registration through the door stores besides the account. */
interface Beginning {
  session: NewSession;
  recoveryCodeHash: Uint8Array;
  /** Of its name, as the names of deleted accounts are kept. */
  nameHash: Uint8Array;
}

/** What a streamer may change. */
export type StreamerChange = Partial<
  Pick<
    Streamer,
    | 'minLamports'
    | 'presetLamports'
    | 'cardColor'
    | 'cardGradient'
    | 'timeZone'
    | 'payoutAddress'
    | 'acceptingDonations'
    | 'channels'
  >
>;

/** Accounts. */
export interface StreamerStore {
  /** The next user number of the key path; a number is never given twice. */
  nextKeyUser(): Promise<number>;
  /**
   * Throws `Problem('username_taken')` when the name exists in whatever case, or is that of an account deleted a short
   * while ago; `unavailable` when the books were restored meanwhile. A time zone that the database does not
   * reckon with becomes UTC; `change` refuses it instead. With a beginning the account is signed in, gets its recovery
   * code, and its registration is audited: all of it, or nothing.
   */
  create(streamer: NewStreamer, beginning?: Beginning): Promise<Streamer>;
  find(id: string): Promise<Streamer | null>;
  findByUsername(username: string): Promise<Streamer | null>;
  /** By the public or by the widget's code; `isWidgetCode` tells which. Null of an account that is about to be deleted. */
  findByCode(code: string): Promise<{ streamer: Streamer; isWidgetCode: boolean } | null>;
  /** Notes that the secret code has connected. The first time, overlays of the public code are told in the same transaction. */
  markWidgetCodeUsed(id: string): Promise<void>;
  /** Stores the change and tells the streamer's overlays in the same transaction when the style changed. */
  change(id: string, change: StreamerChange): Promise<Streamer>;
}

/** A signed-in browser. */
export interface Session {
  userId: string;
  passwordTypedAt: Date;
  /** When a code of the second factor was last proven in it; null when none was since that was turned on. */
  factorProvenAt: Date | null;
}

/** A session about to begin: the hash of its token, and browser and system in words, null when nothing is known. */
export interface NewSession {
  tokenHash: Uint8Array;
  device: string | null;
}

/** A session as its owner may see it: by a public id, which opens nothing. */
interface OwnSession {
  id: string;
  device: string | null;
  createdAt: Date;
  seenAt: Date;
  /** When it ends if it is not used any more. */
  endsAt: Date;
  isCurrent: boolean;
}

/** A session and whose it is. */
export interface SessionOf {
  userId: string;
  tokenHash: Uint8Array;
}

/** Sessions by the SHA-256 of their token; the token itself is nowhere. With a session every socket that came in by it ends. */
export interface SessionStore {
  /**
   * Begins a session, audited as a sign-in. False, and nothing is stored, when the account's password is no longer the
   * one of that hash.
   */
  create(session: NewSession, account: { userId: string; passwordHash: string }): Promise<boolean>;
  /** Null when unknown, ended or past its end. Notes now and then that the session was used. */
  find(tokenHash: Uint8Array): Promise<Session | null>;
  /** Notes that the password was typed in it just now, and with it a code where `withCode` says so; tells the time. */
  noteProof(tokenHash: Uint8Array, withCode: boolean): Promise<Date>;
  revoke(tokenHash: Uint8Array): Promise<void>;
  /** The sessions of an account that are in force, this one first, then the one used last; 100 at most. */
  list(current: SessionOf): Promise<OwnSession[]>;
  /** Ends a session of that account by its public id, audited. Whatever else the id names, nothing happens. */
  end(userId: string, id: string): Promise<void>;
  /** Ends all sessions of the account but this one, audited; tells how many were in force. */
  endOthers(current: SessionOf): Promise<number>;
  /**
   * Sets another password, notes it as just typed in this session, with a code where `withCode` says so, and ends all
   * others, audited: all of it, or nothing.
   * Tells how many others were in force; null when the password is no longer the one of `was`.
   */
  changePassword(
    current: SessionOf,
    change: { was: string; becomes: string; withCode: boolean },
  ): Promise<number | null>;
}
