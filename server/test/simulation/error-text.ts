/** What an error says, with its place in the code if it is known. */
export function errorText(error: unknown, withStack = false): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  return withStack ? (error.stack ?? error.message) : `${error.name}: ${error.message}`;
}
