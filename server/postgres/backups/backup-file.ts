import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { explainFileFault } from '#server/app/explain-file-fault.ts';

/** What a back-up says about itself. */
export interface BackupHeader {
  format: 'brava-backup';
  formatVersion: 1;
  madeAt: string;
  /** The schema that the rows fit. */
  migrations: { number: number; sha256: string }[];
  genesisHash: string;
  seedFingerprint: string;
  keyEpoch: number;
  /** Sums of the books at that moment, as decimal numbers by name; a back-up of an older version has none. */
  books?: Record<string, string>;
}

/** A table that follows: its rows as PostgreSQL's COPY text, in pieces. */
export interface TableStart {
  table: string;
  columns: string[];
}

/**
 * The records of a back-up, in their order: one header; for each table its start, pieces and end; the sequences.
 * In the file each is a kind (one letter), a length (4 bytes) and the content: JSON, but for the pieces. The last
 * record holds the SHA-256 of all before it; a file without it is cut off. All of it is compressed with gzip.
 */
export type BackupRecord =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; start: TableStart }
  | { kind: 'piece'; bytes: Buffer }
  | { kind: 'end'; rows: number }
  | { kind: 'sequences'; sequences: { name: string; lastValue: string; isCalled: boolean }[] };

/** The file is none of ours, was cut off, or was changed. The message is a sentence for the operator. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}

const letters = { header: 'H', table: 'T', piece: 'P', end: 'E', sequences: 'S', checksum: 'Z' } as const;
const headBytes = 5;
/** No piece comes near it: a larger length is damage. */
const mostBytes = 64 * 1024 * 1024;

/** The bytes of the records, uncompressed, with the checksum at their end. */
export async function* encodeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const record of records) {
    const frame = encodeFrame(letters[record.kind], contentOf(record));
    hash.update(frame);
    yield frame;
  }
  yield encodeFrame(letters.checksum, Buffer.from(hash.digest('hex')));
}

/**
 * Reads a back-up, a piece at a time. Throws `BackupFileError` as soon as something is wrong, at the latest after
 * the last record: so whoever must not act on a damaged file reads it to its end once before.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupRecord> {
  const hash = createHash('sha256');
  let isComplete = false;
  for await (const frame of readFrames(path)) {
    if (isComplete) throw damaged(path);
    const letter = frame.toString('latin1', 0, 1);
    const content = frame.subarray(headBytes);
    if (letter === letters.checksum) {
      if (content.toString('latin1') !== hash.digest('hex')) throw damaged(path);
      isComplete = true;
      continue;
    }
    hash.update(frame);
    yield decodeRecord(letter, content, path);
  }
  if (!isComplete) throw damaged(path);
}

async function* readFrames(path: string): AsyncGenerator<Buffer> {
  const bytes = new PassThrough();
  // What goes wrong below arrives at whoever reads: `pipeline` destroys the last stream with the error.
  const unpacking = pipeline(createReadStream(path), createGunzip(), bytes).catch((cause: unknown) => cause);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let frame = takeFrame(rest, path); frame !== null; frame = takeFrame(rest, path)) {
        rest = rest.subarray(frame.length);
        yield frame;
      }
    }
  } catch (error) {
    if (isMissing(error) || error instanceof BackupFileError) throw error;
    const explained = explainFileFault(`${path} cannot be read`, error);
    throw explained === error ? damaged(path, error) : explained;
  } finally {
    bytes.destroy();
    await unpacking;
  }
  if (rest.length > 0) throw damaged(path);
}

function takeFrame(bytes: Buffer, path: string): Buffer | null {
  if (bytes.length < headBytes) return null;
  const length = bytes.readUInt32BE(1);
  if (length > mostBytes) throw damaged(path);
  return bytes.length < headBytes + length ? null : bytes.subarray(0, headBytes + length);
}

function encodeFrame(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(letter, 'latin1');
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

function contentOf(record: BackupRecord): Buffer {
  if (record.kind === 'piece') return record.bytes;
  const { kind: _, ...rest } = record;
  return Buffer.from(JSON.stringify(rest));
}

function decodeRecord(letter: string, content: Buffer, path: string): BackupRecord {
  const kind = Object.entries(letters).find(([, each]) => each === letter)?.[0];
  if (kind === undefined) throw damaged(path);
  if (kind === 'piece') return { kind, bytes: content };
  try {
    return { kind, ...(JSON.parse(content.toString()) as object) } as BackupRecord;
  } catch (cause) {
    throw damaged(path, cause);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function damaged(path: string, cause?: unknown): BackupFileError {
  return new BackupFileError(
    `${path} is no back-up of Brava, or it is damaged or cut off. Nothing was changed.`,
    {
      cause,
    },
  );
}
