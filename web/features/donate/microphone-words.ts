import { texts } from '#web/texts/texts.ts';

/** Why recording did not start, for a person. */
export function microphoneWords(error: unknown): string {
  const words = texts('donate').recorder;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return words.notAllowed;
  if (name === 'NotFoundError') return words.notFound;
  return name === 'NotReadableError' ? words.inUse : words.notOpened;
}
