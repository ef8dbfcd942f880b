import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Validates a form with a contract schema; each field shows the first message that concerns it. */
export function resolveWith<Values extends FieldValues>(schema: z.ZodMiniType): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.');
      errors[name] ??= { type: issue.code ?? 'invalid', message: issue.message };
    }
    return { values: {}, errors: errors as never };
  };
}
