import { availableParallelism } from 'node:os';
import { Problem } from '#contract/problem.ts';
import { WorkerFailed } from './killable-worker.ts';
import type { ClipRefusal } from './refuse-clip.ts';
import { WorkerPool } from './worker-pool.ts';

/** What a clip really is, whatever its name, its MIME type and its headers say. */
export interface ClipFacts {
  mimeType: 'audio/mpeg' | 'audio/wav' | 'audio/ogg' | 'audio/mp4' | 'audio/webm';
  extension: 'mp3' | 'wav' | 'ogg' | 'm4a' | 'webm';
  codec: string;
  /** How long a browser plays it, by its packets. */
  durationMs: number;
}

/** Looks at clips outside the main thread. */
export interface ClipMeter {
  /**
   * Takes the bytes away from the caller (`bytes` is empty afterwards) and says what they are.
   * Throws `Problem`: `audio_not_recognised`, `audio_too_long`, `audio_too_large`, `audio_unplayable`,
   * `audio_damaged`, or `busy` when too many clips wait.
   */
  measure: (bytes: Uint8Array) => Promise<ClipFacts>;
  /** Ends the threads; repeats do nothing. */
  stop: () => Promise<void>;
}

const script = new URL('clip-worker.ts', import.meta.url);
const waiting = 64;

/**
 * Starts the threads that measure clips. A clip that takes a thread longer than `timeoutMs` (3 s) or
 * more memory than `memoryMb` (256) counts as damaged, and its thread is replaced.
 */
export function createClipMeter(
  options: { timeoutMs?: number; memoryMb?: number; parallel?: number } = {},
): ClipMeter {
  const { timeoutMs = 3_000, memoryMb = 256, parallel = availableParallelism() > 2 ? 2 : 1 } = options;
  const pool = new WorkerPool<ClipFacts>(script, { timeoutMs, memoryMb, parallel, waiting });
  return {
    measure: async (bytes) => {
      try {
        const answer = await pool.run(asOwnBytes(bytes));
        if ('value' in answer) return answer.value;
        throw new Problem(answer.refusal as ClipRefusal);
      } catch (error) {
        if (error instanceof WorkerFailed) throw new Problem('audio_damaged');
        throw error;
      }
    },
    stop: () => pool.stop(),
  };
}

/** Only a whole buffer can change hands; small ones of Node share one, and so do parts. */
function asOwnBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
