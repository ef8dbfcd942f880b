import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isClipName } from '#server/app/clip-name.ts';
import type { ClipContent, ClipFiles } from '#server/app/clip-ports.ts';
import { Transient } from '#server/app/outside.ts';
import type { Secret } from '#server/app/secret.ts';

/** Where an S3-compatible store is, and how it is opened. */
export interface S3Place {
  /** Null: Amazon's own, by the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  /** What stands before every name. One installation per bucket and prefix: what it does not know, it deletes. */
  prefix: string;
  accessKey: string;
  secretKey: Secret<string>;
  /** The bucket in the path instead of the host name, as most stores of one's own want it. */
  pathStyle: boolean;
}

const connectMs = 3000;
const callMs = 20_000;
const attempts = 3;

/**
 * Clips as objects of an S3-compatible store. The library is loaded here and only when a store is configured.
 * `abortSignal` breaks off the calls that are under way.
 */
export async function openClipBucket(place: S3Place, abortSignal: AbortSignal): Promise<ClipFiles> {
  const s3 = await import('@aws-sdk/client-s3');
  const client: S3Client = new s3.S3Client({
    region: place.region,
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey.reveal() },
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: callMs },
    // Many stores know the signature only, not the checksums that Amazon added to it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(place.endpoint !== null && { endpoint: place.endpoint }),
  });
  const objectOf = (name: string): { Bucket: string; Key: string } => {
    if (!isClipName(name)) throw new Error('Only names that we made reach the store of clips.');
    return { Bucket: place.bucket, Key: `${place.prefix}${name}` };
  };
  return {
    async put(name, content, mimeType) {
      const object = { ...objectOf(name), Body: await inMemory(content), ContentType: mimeType };
      await orTransient(() => client.send(new s3.PutObjectCommand(object), { abortSignal }));
    },
    async read(name, { start, end }) {
      const object = { ...objectOf(name), Range: `bytes=${start}-${end}` };
      const reply = await orTransient(() =>
        client.send(new s3.GetObjectCommand(object), { abortSignal }).catch((error: unknown) => {
          if (error instanceof s3.S3ServiceException && error.name === 'NoSuchKey') return null;
          throw error;
        }),
      );
      return (reply?.Body as Readable | undefined) ?? null;
    },
    async remove(name) {
      const object = objectOf(name);
      await orTransient(() => client.send(new s3.DeleteObjectCommand(object), { abortSignal }));
    },
    async *list() {
      let token: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await orTransient(() =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: place.bucket,
              Prefix: place.prefix,
              ContinuationToken: token,
            }),
            { abortSignal },
          ),
        );
        for (const { Key = '' } of page.Contents ?? []) {
          const name = Key.slice(place.prefix.length);
          if (isClipName(name)) yield name;
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}

/** The signature goes over all of it, so it has to be known before the first byte is sent. */
async function inMemory(content: ClipContent): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : await buffer(content);
}

async function orTransient<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new Transient('The store of clips did not answer as it should.', { cause });
  }
}
