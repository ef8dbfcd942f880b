const words: Record<string, string> = {
  NotAllowedError:
    'The microphone is not allowed for this page. Allow it in the browser’s settings for this page and try again.',
  NotFoundError: 'No microphone was found. Please connect one and try again.',
  NotReadableError: 'The microphone is used by another program. Please close it there and try again.',
};

/** Why recording did not start, for a person. */
export function microphoneWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return words[name] ?? 'The microphone could not be opened. Please try again.';
}
