import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanDonorText } from '#contract/donor-text.ts';
import { Problem } from '#contract/problem.ts';
import type { ReceivedClip } from '#server/app/clip-ports.ts';
import type { Gate } from '#server/app/gate.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

/** Spec §9: 5 MB, counted as the pages count. */
const mostBytes = 5 * 1024 * 1024;
/** Boundaries, headers of the part, and fields that somebody may send beside the file. */
const frameBytes = 64 * 1024;
const limits = { fileSize: mostBytes, files: 2, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };
const longestName = 200;
const wrongType = 'Please send the clip as multipart/form-data, in the field audio.';
const twoFiles = 'Please send one audio file only.';
const unreadable = 'The upload could not be read. Please try again.';
const tooSlow = 'The upload took too long. Please try again with a better connection.';

/** Where uploads go while they arrive, and how long one may take. */
export interface Receiving {
  spoolFolder: string;
  timeoutMs: number;
  /** Lets pieces of many uploads through a few at a time, so that a crowd of them does not hold everything else up. */
  inTurn: Gate;
  /** The server ends: what is still arriving is refused as `busy`. */
  closing: AbortSignal;
}

/**
 * Takes one file from the field `audio`, to the disk as it arrives. Throws `Problem` as soon as a rule is broken; the
 * rest of the body is the caller's. Whatever the body says of name and type is not believed.
 */
export async function receiveClip(
  request: FastifyRequest,
  reply: FastifyReply,
  { spoolFolder, timeoutMs, inTurn, closing }: Receiving,
): Promise<Omit<ReceivedClip, 'gone'>> {
  if (!request.isMultipart()) throw new Problem('unsupported_media', wrongType);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + frameBytes)
    throw new Problem('audio_too_large');
  const spool = await openSpoolFile(spoolFolder);
  const end = startEnd(timeoutMs, closing);
  try {
    const originalName = await Promise.race([readParts(request, spool, inTurn), end.comes]);
    return {
      originalName,
      bytes: spool.size(),
      read: () => spool.read(),
      pieces: () => spool.pieces(),
      discard: () => spool.discard(),
    };
  } catch (error) {
    await spool.discard();
    // What still arrives is not waited for: the connection ends with the answer.
    if (end.hasCome()) reply.header('connection', 'close');
    throw error;
  } finally {
    end.stop();
  }
}

async function readParts(request: FastifyRequest, spool: SpoolFile, inTurn: Gate): Promise<string> {
  let name: string | null = null;
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'audio') throw new Problem('audio_missing');
    if (name !== null) throw new Problem('invalid_request', twoFiles);
    name = cleanName(part.filename);
    await readFile(part, spool, inTurn);
  }
  if (name === null || spool.size() === 0) throw new Problem('audio_missing');
  return name;
}

/** The parts of the body. Whatever the parser does not like is a request that is not right, not a fault of ours. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid_request', unreadable);
  }
}

async function readFile({ file }: MultipartFile, spool: SpoolFile, inTurn: Gate): Promise<void> {
  // The parser would go on to the end of the part; whoever sends too much hears of it at once.
  file.once('limit', () => file.destroy(new Problem('audio_too_large')));
  let diskFailure: unknown;
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      await inTurn(() => spool.append(chunk)).catch((error: unknown) => {
        diskFailure = error;
        throw error;
      });
    }
  } catch (error) {
    if (error instanceof Problem || error === diskFailure) throw error;
    throw new Problem('invalid_request', unreadable);
  }
}

function cleanName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Cleaned again, because the cut may have halved a character.
  return cleanDonorText(cleanDonorText(base).slice(0, longestName)) || 'audio';
}

/** Ends the waiting for a body: by time, or because the server ends. */
function startEnd(timeoutMs: number, closing: AbortSignal) {
  const end = Promise.withResolvers<never>();
  let hasCome = false;
  const endBy = (problem: Problem): void => {
    hasCome = true;
    end.reject(problem);
  };
  const timer = setTimeout(() => endBy(new Problem('invalid_request', tooSlow)), timeoutMs);
  const onClosing = (): void => endBy(new Problem('busy'));
  closing.addEventListener('abort', onClosing);
  // Nobody waits for it once the parts are read.
  end.promise.catch(() => undefined);
  if (closing.aborted) onClosing();
  return {
    comes: end.promise,
    hasCome: () => hasCome,
    stop: () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', onClosing);
    },
  };
}
