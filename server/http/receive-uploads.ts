import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { IncomingClip } from '#server/app/clip-ports.ts';
import { createGate } from '#server/app/gate.ts';
import { createPlaces } from '#server/app/limits/places.ts';
import type { Ports } from '#server/app/ports.ts';
import { drainRequest } from './drain-request.ts';
import { receiveClip } from './receive-clip.ts';

/** Takes files from requests. */
export interface UploadReceiver {
  /** Hands a request's file to its use case, which decides when it is taken in. */
  take(request: FastifyRequest, reply: FastifyReply): IncomingClip;
  /** Has every route of this scope answer while a body still arrives, in a way that the client gets to read. */
  answerEarly(files: FastifyInstance): void;
}

/** Each holds a connection, 64 KB of memory and at most 5 MB of disk. */
const mostInAll = 64;
/** 5 MB from a phone with 350 kbit/s. The donor's page waits as long, and proxies are told to (docs/operate/proxy.md). */
export const uploadTimeoutMs = 120_000;
const piecesAtOnce = 2;

/**
 * Receives uploads, a bounded number at once; what comes beyond that is `Problem('busy')`. What is still arriving when
 * `closing` says that the server ends is not waited for.
 */
export function createUploadReceiver(
  ports: Pick<Ports, 'clips'>,
  { mostPerAddress, closing }: { mostPerAddress: (request: FastifyRequest) => number; closing: AbortSignal },
): UploadReceiver {
  const places = createPlaces(mostInAll);
  const inTurn = createGate({ running: piecesAtOnce, waiting: mostInAll });
  return {
    take: (request, reply) => ({
      async receive() {
        const { intake } = ports.clips;
        if (intake === null) throw new Problem('uploads_closed');
        const { clientNetwork } = request;
        if (!places.enter(clientNetwork, mostPerAddress(request))) throw new Problem('busy');
        let isInside = true;
        const leave = (): void => {
          if (isInside) places.leave(clientNetwork);
          isInside = false;
        };
        try {
          const { spoolFolder } = intake;
          const receiving = { spoolFolder, timeoutMs: uploadTimeoutMs, inTurn, closing };
          const received = await receiveClip(request, reply, receiving);
          const gone = whenGone(reply);
          const discard = async (): Promise<void> => {
            leave();
            await received.discard();
          };
          return { ...received, gone, discard };
        } catch (error) {
          leave();
          throw error;
        }
      },
    }),
    answerEarly(files) {
      files.addHook('onSend', async (request, reply) => {
        // A connection that stayed would hold the end of the server up for as long as connections are kept.
        if (closing.aborted) reply.header('connection', 'close');
        if (closing.aborted || request.raw.complete) return;
        // Node would end such a connection with the answer, and the rest of the body would break it.
        const thenEnd = !reply.raw.shouldKeepAlive;
        reply.raw.shouldKeepAlive = true;
        drainRequest(request.raw, { closing, thenEnd });
      });
    },
  };
}

/** Aborts when the connection ends before its answer was written. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!raw.writableFinished) gone.abort();
  };
  raw.once('close', onClose);
  if (raw.closed) onClose();
  return gone.signal;
}
