import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { isBackupName } from '#server/app/backups/backup-name.ts';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { makeFolder } from '#server/app/make-folder.ts';
import { openS3, type S3Place } from '#server/media/store/open-s3.ts';
import type { BackupStorage } from './backup-place.ts';
import { inParts } from './in-parts.ts';
import { keepRoom } from './keep-room.ts';

/** As long as a part of 16 MB may take on a slow line. */
const callMs = 180_000;

type S3 = Awaited<ReturnType<typeof openS3>>;

/**
 * Back-ups as objects of an S3-compatible store. They are sent in parts while they are read, and become an object only
 * by the last call: nothing of one that was broken off is ever listed.
 */
export function openBackupBucket(place: S3Place, reserveBytes: number): BackupStorage {
  let opened: Promise<S3> | undefined;
  const ask = async <T>(call: (s3: S3['s3'], client: S3Client) => Promise<T>): Promise<T> => {
    const { s3, client } = await (opened ??= openS3(place, callMs));
    try {
      return await call(s3, client);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new BackupFailure('place_away', `The store of back-ups did not answer as it should: ${why}`, {
        cause,
      });
    }
  };
  const objectOf = (name: string): { Bucket: string; Key: string } => {
    if (!isBackupName(name)) throw new Error('Only names that we made reach the store of back-ups.');
    return { Bucket: place.bucket, Key: `${place.prefix}${name}` };
  };
  return {
    async list() {
      const found = new Map<string, number>();
      const list = { Bucket: place.bucket, Prefix: place.prefix };
      let token: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await ask((s3, client) =>
          client.send(new s3.ListObjectsV2Command({ ...list, ContinuationToken: token })),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const name = Key.slice(place.prefix.length);
          if (isBackupName(name)) found.set(name, Size);
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return found;
    },
    // Whether a store is there is not worth a call twice a minute.
    assertThere: () => Promise.resolve(),
    async remove(name) {
      await ask((s3, client) => client.send(new s3.DeleteObjectCommand(objectOf(name))));
    },
    // Parts without an object are listed nowhere; the store removes them by its own rule.
    removeDrafts: () => Promise.resolve(),
    write: (name, content) => sendInParts(ask, objectOf(name), content),
    async take(name, scratch) {
      await makeFolder(scratch);
      const path = join(scratch, name);
      const release = (): Promise<void> => rm(path, { force: true });
      try {
        const reply = await ask((s3, client) => client.send(new s3.GetObjectCommand(objectOf(name))));
        await pipeline(
          keepRoom(reply.Body as Readable, scratch, reserveBytes),
          createWriteStream(path, { mode: 0o600 }),
        );
        return { path, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

type Ask = <T>(call: (s3: S3['s3'], client: S3Client) => Promise<T>) => Promise<T>;

async function sendInParts(
  ask: Ask,
  object: { Bucket: string; Key: string },
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const { UploadId } = await ask((s3, client) =>
    client.send(new s3.CreateMultipartUploadCommand({ ...object, ContentType: 'application/gzip' })),
  );
  try {
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let size = 0;
    for await (const bytes of inParts(content)) {
      const PartNumber = parts.length + 1;
      const { ETag } = await ask((s3, client) =>
        client.send(new s3.UploadPartCommand({ ...object, UploadId, PartNumber, Body: bytes })),
      );
      parts.push({ ETag, PartNumber });
      size += bytes.length;
    }
    await ask((s3, client) =>
      client.send(
        new s3.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
      ),
    );
    return size;
  } catch (error) {
    // What went wrong is the news, not that the store keeps parts for a while.
    await ask((s3, client) => client.send(new s3.AbortMultipartUploadCommand({ ...object, UploadId }))).catch(
      () => undefined,
    );
    throw error;
  }
}
