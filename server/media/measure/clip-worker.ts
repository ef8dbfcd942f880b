import { parentPort } from 'node:worker_threads';
import { Problem } from '#contract/problem.ts';
import type { WorkerAnswer } from './killable-worker.ts';
import type { ClipFacts } from './measure-clip.ts';
import { readClip } from './read-clip.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(answer(bytes), []);
});
parentPort?.postMessage('ready', []);

/** Any other error ends the thread, and the clip counts as damaged. */
function answer(bytes: Uint8Array): WorkerAnswer<ClipFacts> {
  try {
    return { value: readClip(bytes) };
  } catch (error) {
    if (error instanceof Problem) return { refusal: error.code };
    throw error;
  }
}
