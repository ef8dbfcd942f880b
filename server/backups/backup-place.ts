import type { BackupFiles } from '#server/app/backups/backup-ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { S3Place } from '#server/media/store/open-s3.ts';
import { openBackupBucket } from './backup-bucket.ts';
import { openBackupFolder } from './backup-folder.ts';

/** A folder, and whether it is made where it is missing: only the default one is. */
type FolderPlace = { kind: 'folder'; folder: string; mayCreate: boolean };

/** Where back-ups go, as configured. */
export type BackupPlace = FolderPlace | { kind: 'bucket'; s3: S3Place };

/** The same with nothing hidden, for the way to another process. It never goes anywhere else. */
export type OpenBackupPlace =
  | FolderPlace
  | { kind: 'bucket'; s3: Omit<S3Place, 'secretKey'> & { secretKey: string } };

/** A place with what only the process that writes and checks needs. */
export interface BackupStorage extends BackupFiles {
  /** Puts all of it under that name, or nothing. Returns its size. Breaks off with `no_room` before a disk is full. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<number>;
  /** The file as a path until `release`; one from far away is fetched into `scratch` first. */
  take(name: string, scratch: string): Promise<{ path: string; release(): Promise<void> }>;
}

/** Opens a place. Nothing is asked of it yet, so that one that is away fails where it is used. */
export function openBackupPlace(place: BackupPlace, reserveBytes: number): BackupStorage {
  return place.kind === 'folder'
    ? openBackupFolder(place, reserveBytes)
    : openBackupBucket(place.s3, reserveBytes);
}

/** The place in words: a path, or bucket and prefix. */
export function nameBackupPlace(place: BackupPlace): string {
  if (place.kind === 'folder') return place.folder;
  const { endpoint, bucket, prefix } = place.s3;
  return `s3://${endpoint === null ? '' : `${new URL(endpoint).host}/`}${bucket}/${prefix}`;
}

/** Takes the secret out of its cover. */
export function uncover(place: BackupPlace): OpenBackupPlace {
  return place.kind === 'folder'
    ? place
    : { kind: 'bucket', s3: { ...place.s3, secretKey: place.s3.secretKey.reveal() } };
}

/** Puts the secret back under its cover. */
export function cover(place: OpenBackupPlace): BackupPlace {
  return place.kind === 'folder'
    ? place
    : { kind: 'bucket', s3: { ...place.s3, secretKey: new Secret(place.s3.secretKey) } };
}
