import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Route } from '#contract/route.ts';

/**
 * Sends a text as it is made, as a file to be kept. A piece is asked for only when the last one has gone; when the
 * caller goes away no further one is.
 *
 * What fails before the first piece is answered like any failure. Later the connection is cut, so that half a file is
 * never taken for a whole one.
 */
export async function sendText(
  reply: FastifyReply,
  { type, name }: NonNullable<Route['sends']>,
  { text, now }: { text: AsyncIterable<string>; now: Date },
): Promise<FastifyReply> {
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  reply.header('content-type', `${type}; charset=utf-8`);
  const file = `${name}-${now.toISOString().slice(0, 10)}.${type === 'text/csv' ? 'csv' : 'json'}`;
  reply.header('content-disposition', `attachment; filename="${file}"`);
  reply.header('cache-control', 'no-store');
  if (reply.request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(rejoin(first, pieces)));
}

async function* rejoin(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<string, void> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}
