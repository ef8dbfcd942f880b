import { Problem } from '#contract/problem.ts';
import { Transient } from '#server/app/outside.ts';
import { ConnectionBroken } from './simulated-dialect.ts';

/** What an error says, with its place in the code if it is known. */
export function errorText(error: unknown, withStack = false): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  return withStack ? (error.stack ?? error.message) : `${error.name}: ${error.message}`;
}

/** Whether an error is one that faults or people explain, and no mistake of the product. */
export function isExpected(error: unknown): boolean {
  return error instanceof Transient || error instanceof ConnectionBroken || error instanceof Problem;
}
