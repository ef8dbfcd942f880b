type ReviverContext = { source?: string };
type RawJson = JSON & { rawJSON(text: string): unknown };

/** Any whole number with fewer is exact as a double. */
const manyDigits = /\d{16}/;

/**
 * Reads JSON text; whole numbers too big for a double come back as bigint, all others as number.
 *
 * Throws SyntaxError on malformed text.
 */
export function parseJson(text: string): unknown {
  return manyDigits.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
}

function revive(_key: string, value: unknown, context?: ReviverContext): unknown {
  const isTooBig = typeof value === 'number' && !Number.isSafeInteger(value);
  const source = context?.source ?? '';
  return isTooBig && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Writes JSON text with bigint as plain numbers of full length, as Solana nodes do. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'bigint' ? (JSON as RawJson).rawJSON(String(entry)) : entry,
  );
}
