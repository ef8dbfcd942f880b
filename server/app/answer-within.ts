import { setTimeout as sleep } from 'node:timers/promises';
import { Transient } from './outside.ts';

/**
 * The answer, or `Transient` when it takes longer: whoever waits at a page is told so rather than left waiting. What comes
 * later is nobody's any more.
 */
export async function answerWithin<T>(ms: number, answer: Promise<T>): Promise<T> {
  const inTime = new AbortController();
  const late = sleep(ms, undefined, { signal: inTime.signal, ref: false }).then(() => {
    throw new Transient(`No answer within ${ms} ms`);
  });
  // Whichever of the two comes second is not waited for.
  for (const each of [answer, late]) each.catch(() => undefined);
  return await Promise.race([answer, late]).finally(() => inTime.abort());
}
