import type * as z from 'zod/mini';

/** The first message for each field that a schema refuses; an empty object when it refuses nothing. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    errors[issue.path.join('.')] ??= issue.message;
  }
  return errors;
}
