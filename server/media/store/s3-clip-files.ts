import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isClipName } from '#server/app/donations/clip-name.ts';
import type { ClipContent, ClipFiles } from '#server/app/clip-ports.ts';
import { Transient } from '#server/app/outside.ts';
import { openS3, type S3Place } from './open-s3.ts';

const callMs = 20_000;

/** Clips as objects of an S3-compatible store. `abortSignal` breaks off the calls that are under way. */
export async function openClipBucket(place: S3Place, abortSignal: AbortSignal): Promise<ClipFiles> {
  const { s3, client } = await openS3(place, callMs);
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
