import { decimalToMicros } from '#contract/fiat.ts';
import type { SourceFailed } from '#server/app/fiat/fiat-ports.ts';

/** A number of the answer, by its very letters: as a float it would be another number. */
class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
// What the engine's `JSON.parse` hands to a reviver (JSON.parse source text access), of which the types do not know.
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** The price at a path such as `solana.usd` or `data.0.price`: a JSON number or text with a decimal in it. */
export function readPriceAt(text: string, path: string): { priceMicros: bigint } | SourceFailed {
  let found: unknown;
  try {
    found = parseJson(text, (_, value, { source }) =>
      typeof value === 'number' ? new WrittenNumber(source ?? '') : value,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: 'unreadable' };
    throw error;
  }
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return { failure: 'not_a_number' };
    found = (found as Record<string, unknown>)[name];
  }
  const written = found instanceof WrittenNumber ? found.text : found;
  const priceMicros = typeof written === 'string' ? decimalToMicros(written.trim()) : null;
  return priceMicros === null ? { failure: 'not_a_number' } : { priceMicros };
}
