import type * as z from 'zod/mini';
import { texts } from '#web/texts/texts.ts';

/** The first message for each field that a schema refuses, in the page's language; empty when it refuses nothing. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    errors[issue.path.join('.')] ??= texts('refusals').refusal(issue.message, null);
  }
  return errors;
}
