import type { Clip } from '#server/domain/donation.ts';
import type { Gate } from './gate.ts';

/** What a clip is by its content. */
export interface ClipFacts {
  mimeType: string;
  extension: string;
  /** What a browser would play. */
  durationMs: number;
}

/**
 * Measures clips. Throws `Problem`: `audio_not_recognised`, `audio_too_long`, `audio_unplayable`, `audio_damaged`, and
 * `busy` when too many wait.
 */
interface ClipMeter {
  measure(bytes: Uint8Array): Promise<ClipFacts>;
}

/**
 * Decodes a clip and encodes it anew at an even loudness: nothing of the donor's bytes stays. Throws
 * `Problem('audio_damaged')` when that fails, also of a clip that measured well, `Problem('audio_silent')` when nothing in
 * it can be heard, and `Problem('busy')` when it is broken off because the upload is gone or the server ends.
 */
type ClipNormaliser = (content: ClipContent, gone: AbortSignal) => Promise<Uint8Array>;

/** What is in a file: in memory, or piece by piece from the disk. */
export type ClipContent = Uint8Array | AsyncIterable<Uint8Array>;

/** A part of a file, first and last byte included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the files of clips lie. A place over the network throws `Transient` when it is away. Names are only ever ours. */
export interface ClipFiles {
  /** Stores a file so that a power cut does not lose it. Repeating it stores the same file. */
  put(name: string, content: ClipContent, mimeType: string): Promise<void>;
  /** Null when there is no such file. Whoever gets the stream reads or destroys it. */
  read(name: string, range: ByteRange): Promise<NodeJS.ReadableStream | null>;
  /** Deletes a file, and what a broken-off `put` left of it. Repeating it is harmless. */
  remove(name: string): Promise<void>;
  /** Names of all files, also of those that were not finished; what does not look like a clip is left out. */
  list(): AsyncIterable<string>;
}

/** What one address, and all together, may have stored. */
export interface ClipQuota {
  /** Clips of an address that no donation has claimed yet. */
  unclaimedPerAddress: number;
  /** Bytes of an address, claimed or not; the addresses of an IPv6 /48 have what `mostAround` says. */
  bytesPerAddress: number;
  bytesInAll: number;
}

/** A clip about to be stored. */
export interface NewClip extends Clip {
  mimeType: string;
  bytes: number;
  /** Who uploaded it, as `creatorHashes` has it. */
  creator: string;
}

/** A clip that can be heard. */
export interface StoredClip {
  mimeType: string;
  bytes: number;
  expiresAt: Date;
}

/**
 * Clips as rows.
 *
 * | state | stored | claimed | gone |
 * |---|---|---|---|
 * | being written | no | no | 1 h after the upload |
 * | uploaded | yes | no | 1 h after the upload |
 * | claimed | yes | by one donation, for good | 24 h after the upload |
 *
 * A row is there before its file and stays until the file is deleted; claiming is a part of `DonationStore.create`.
 */
export interface ClipStore {
  /** Throws `Problem('audio_quota')` when this address has no room left for `bytes` more. */
  checkQuota(creator: string, bytes: number, quota: ClipQuota): Promise<void>;
  /** Keeps the room and the name for a file that is about to be written. Throws like `checkQuota`, exactly. */
  reserve(clip: NewClip, quota: ClipQuota): Promise<void>;
  /** The file is there: the clip can be heard and claimed. */
  markStored(name: string): Promise<void>;
  /** Null when unknown, not yet stored, expired or deleted. */
  find(name: string): Promise<StoredClip | null>;
  /** Takes up to `limit` expired clips for a while; nobody else gets them, and no donation can claim them any more. */
  claimExpired(limit: number, leaseMs: number): Promise<string[]>;
  /** The file is gone. Of a clip that was claimed, the row stays, without its creator. Repeating it changes nothing. */
  markDeleted(name: string): Promise<void>;
  /** Those of the names that no row stands for. */
  listUnknown(names: readonly string[]): Promise<string[]>;
}

/** A file on its way to us. Nothing of it has been read. */
export interface IncomingClip {
  /**
   * Takes it in, at most 5 MB and for at most a minute. Throws `Problem`: `audio_missing`, `audio_too_large`,
   * `invalid_request`, `busy`.
   */
  receive(): Promise<ReceivedClip>;
}

/** An uploaded file, kept outside memory until it is read. Whoever receives it discards it. */
export interface ReceivedClip {
  /** Its name on the donor's machine, cleaned; only ever told to the donor. */
  originalName: string;
  bytes: number;
  /** Says when nobody waits for the answer any more: the donor's page gave up, or was closed. */
  gone: AbortSignal;
  /** All of it at once, for whoever takes it away from us. */
  read(): Promise<Uint8Array>;
  /** The same piece by piece, so that it never lies in memory. */
  pieces(): AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** What taking clips in needs. */
export interface ClipIntake {
  meter: ClipMeter;
  /** Null where there is no ffmpeg: clips are stored as they came. */
  normalise: ClipNormaliser | null;
  quota: ClipQuota;
  /** For donors that a proxy has handed on, also where the others are treated generously. */
  strictQuota: ClipQuota;
  /** Runs what takes memory and processor time a few at a time. */
  gate: Gate;
  /** Where files lie while they come in and are looked at. It is emptied at every start: a crash leaves nothing for long. */
  spoolFolder: string;
}

/** Everything about clips that the composition root hands out. */
export interface ClipPorts {
  store: ClipStore;
  files: ClipFiles;
  /** Null: this server takes no clips. What it has still plays and is deleted. */
  intake: ClipIntake | null;
}
