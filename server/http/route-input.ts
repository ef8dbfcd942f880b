import type * as z from 'zod/mini';
import { Problem } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';

/** The parts of a request that the contract speaks of, as they came. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** No body of the contract is deeper than this; what is deeper was made to hurt. */
const maxDepth = 8;
const unstorable = /[\0\p{Cs}]/gu;

/**
 * Validates a request by the table. What a route does not declare is dropped.
 *
 * Throws `Problem('invalid_request')` with the first message, which is the spec's text where it has one; for a path that
 * does not fit `Problem('not_found')`, because it names nothing.
 */
export function readInput(route: Route, raw: RawInput): RawInput {
  return {
    params: validate(route.params, raw.params, 'not_found'),
    query: validate(route.query, raw.query),
    body: validate(route.body, raw.body ?? nothing(route.body)),
  };
}

/** A call that needs nothing in its body may come without one: `{}`. Undefined where it must not. */
function nothing(schema: z.ZodMiniObject | undefined): object | undefined {
  return schema?.safeParse({}).success === true ? {} : undefined;
}

function validate(
  schema: z.ZodMiniObject | undefined,
  value: unknown,
  refusal: 'invalid_request' | 'not_found' = 'invalid_request',
): unknown {
  if (schema === undefined) return undefined;
  refuseTooDeep(value);
  const parsed = schema.safeParse(isStorable(value) ? value : storable(value), { error: wordsForIssue });
  if (parsed.success) return parsed.data;
  throw new Problem(refusal, refusal === 'not_found' ? undefined : parsed.error.issues[0]?.message);
}

/** Words for an issue to which the contract gives none. */
function wordsForIssue(issue: { path?: PropertyKey[] | undefined; input?: unknown }): string {
  const field = issue.path?.join('.') ?? '';
  if (field === '') return 'Please send a JSON object.';
  return issue.input === undefined ? `Please send ${field}.` : `The value of ${field} is not right.`;
}

/**
 * A text without null characters and halves of characters, which PostgreSQL cannot store: they go before anything looks
 * at it, and what is left must be long enough.
 */
export function storableText(text: string): string {
  return text.replaceAll(unstorable, '');
}

/** The same for every text within a value. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, storable(item)]));
}

/** Whether nothing has to go: almost always, and then nothing is copied. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) if (!isStorable(Reflect.get(value, key))) return false;
  return true;
}

function refuseTooDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === maxDepth) throw new Problem('invalid_request');
  for (const item of Object.values(value)) refuseTooDeep(item, depth + 1);
}
