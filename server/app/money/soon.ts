import { answerWithin } from '#server/app/answer-within.ts';
import { Transient } from '#server/app/outside.ts';

/** How long a page waits for a node before it shows what it has. */
const patienceMs = 3000;

/** Null when no node answers, or not soon: the next look may find more. */
export async function soon<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answerWithin(patienceMs, answer);
  } catch (error) {
    if (error instanceof Transient) return null;
    throw error;
  }
}
