import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveLocally } from './serve-locally.ts';

/** A store that speaks the part of S3 that clips need, and refuses whatever is not signed as Amazon prescribes. */
export interface S3Server {
  url: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** While true, every call is answered with 503. */
  isAway: boolean;
  stop(): Promise<void>;
}

/** The one key pair that it knows, and how many names a page of a list has. */
export const s3Keys = { accessKey: 'AKIDTEST', secretKey: 'a secret' };
const pageLength = 2;

/** Starts the store with one empty bucket. Objects live in memory. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const uploads = new Map<string, Buffer[]>();
  const state = { objects, isAway: false };
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', 'http://s3');
    if (state.isAway) return refuse(response, 503, 'SlowDown');
    const fault = faultOf(request, url, body);
    if (fault !== null) return refuse(response, 403, fault);
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return list(response, url);
    if (url.searchParams.has('uploads')) return begin(response, key);
    if (url.searchParams.has('uploadId')) return part(request, response, { url, key, body });
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    return send(request, response, key);
  }

  function send(request: IncomingMessage, response: ServerResponse, key: string): void {
    const object = objects.get(key);
    if (object === undefined) return refuse(response, 404, 'NoSuchKey');
    const { bytes, type } = object;
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const end = last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'content-type': type,
      'content-range': `bytes ${first}-${end}/${bytes.length}`,
    });
    response.end(bytes.subarray(Number(first), end + 1));
  }

  function begin(response: ServerResponse, key: string): void {
    uploads.set(key, []);
    response.end(
      `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${uploads.size}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  /** What was sent in parts is an object by the last call, and before it nothing. */
  function part(
    request: IncomingMessage,
    response: ServerResponse,
    { url, key, body }: { url: URL; key: string; body: Buffer },
  ): void {
    const parts = uploads.get(key);
    if (parts === undefined) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      parts[Number(url.searchParams.get('partNumber')) - 1] = body;
      return void response.setHeader('etag', `"${sha256(body)}"`).end();
    }
    uploads.delete(key);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    objects.set(key, { bytes: Buffer.concat(parts), type: 'application/gzip' });
    response.end('<?xml version="1.0"?><CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  function list(response: ServerResponse, url: URL): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, pageLength);
    const next =
      keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page
      .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`)
      .join('');
    const isTruncated = `<IsTruncated>${next !== ''}</IsTruncated>`;
    response.end(
      `<?xml version="1.0"?><ListBucketResult>${isTruncated}${next}${contents}</ListBucketResult>`,
    );
  }

  const { origin, close } = await serveLocally(http);
  return Object.assign(state, { url: origin, stop: close });
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** What is wrong with the signature (version 4, in the header), or null. Also the body must be the one that was signed. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<scope>(?<date>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;
  const parts = form.exec(request.headers.authorization ?? '')?.groups;
  if (parts === undefined) return 'AccessDenied';
  const { key, scope = '', date = '', region = '', names = '', signature } = parts;
  if (key !== s3Keys.accessKey) return 'InvalidAccessKeyId';
  const signed = String(request.headers['x-amz-content-sha256']);
  if (signed !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const time = String(request.headers['x-amz-date']);
  if (Math.abs(Date.now() - timeOf(time)) > 900_000) return 'RequestTimeTooSkewed';
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const query = [...url.searchParams].map((pair) => pair.map(encodeStrictly).join('=')).toSorted();
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, signed].join(
    '\n',
  );
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Keys.secretKey}`,
  );
  const expected = createHmac('sha256', signingKey).update(toSign).digest('hex');
  return expected === signature && time.startsWith(date) ? null : 'SignatureDoesNotMatch';
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
