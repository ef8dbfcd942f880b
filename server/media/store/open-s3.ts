import type * as S3 from '@aws-sdk/client-s3';
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
const attempts = 3;

/** The library, which is loaded only when a store is configured, and a client of it. A call may take so long. */
export async function openS3(
  place: S3Place,
  callMs: number,
): Promise<{ s3: typeof S3; client: S3.S3Client }> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
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
  return { s3, client };
}
