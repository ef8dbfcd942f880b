import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An HTML document that the server has filled. */
export interface FilledDocument {
  html: string;
  etag: string;
  /** Packed when somebody first takes it so, and kept for whoever sends the same document again. */
  packed: Partial<Record<Packing, Promise<Buffer>>>;
}

type Packing = keyof typeof pack;

/** The smaller one first. Brotli as thorough as takes no longer than gzip: documents are packed while somebody waits. */
const pack = {
  br: (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: string) => promisify(gzip)(html),
};

/** A document to be sent, once or again and again. */
export function documentOf(html: string): FilledDocument {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, etag, packed: {} };
}

/**
 * Sends a document that depends on the visitor's languages, packed as the browser takes it; 304 to who has it already.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag, packed }: FilledDocument,
): Promise<void> {
  reply
    .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie', etag })
    .type('text/html; charset=utf-8');
  const accepted = request.headers['accept-encoding'] ?? '';
  const packing = (Object.keys(pack) as Packing[]).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  if (request.headers['if-none-match']?.includes(etag) === true) void reply.code(304).send();
  else if (packing === undefined) void reply.send(html);
  else {
    packed[packing] ??= pack[packing](html);
    void reply.header('content-encoding', packing).send(await packed[packing]);
  }
}
