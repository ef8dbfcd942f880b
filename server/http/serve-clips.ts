import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { isClipName } from '#server/app/donations/clip-name.ts';
import type { StoredClip } from '#server/app/clip-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { readByteRange } from './byte-range.ts';
import type { RateLimiter } from './rate-limits.ts';

type Needs = Pick<Ports, 'clips' | 'clock'>;

/**
 * Serves clips under `/clips/`, with the type that was measured and in any part that a player asks for. The name is
 * the right to hear it. What is unknown, expired or not there is `not_found`: players then use the default sound.
 */
export function serveClips(app: FastifyInstance, ports: Needs, limitRate: RateLimiter): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/clips/:name',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => limitRate.byAddress('clip', request, reply),
    handler: async (request, reply) => {
      const { name } = request.params;
      const clip = isClipName(name) ? await ports.clips.store.find(name) : null;
      if (clip === null) throw new Problem('not_found');
      return await sendClip(ports, { name, clip }, request, reply);
    },
  });
}

async function sendClip(
  { clips, clock }: Needs,
  { name, clip }: { name: string; clip: StoredClip },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A name stands for the same bytes for ever.
  const etag = `"${name}"`;
  const headers = request.headers;
  const secondsLeft = Math.max(0, Math.floor((clip.expiresAt.getTime() - clock.now().getTime()) / 1000));
  const isUnchanged = headers['if-none-match']?.includes(etag) === true;
  const wantsPart = !isUnchanged && (headers['if-range'] === undefined || headers['if-range'] === etag);
  const range = wantsPart ? readByteRange(headers.range, clip.bytes) : null;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${clip.bytes}`);
    throw new Problem('range_not_satisfiable');
  }
  const { start, end } = range ?? { start: 0, end: clip.bytes - 1 };
  const needsFile = request.method === 'GET' && !isUnchanged;
  const stream = needsFile ? await clips.files.read(name, { start, end }) : null;
  if (needsFile && stream === null) throw new Problem('not_found');
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${secondsLeft}`,
    'content-disposition': `inline; filename="${name}"`,
  });
  if (isUnchanged) return reply.code(304).send();
  reply.type(clip.mimeType).header('content-length', end - start + 1);
  if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${clip.bytes}`);
  return reply.send(stream ?? '');
}
