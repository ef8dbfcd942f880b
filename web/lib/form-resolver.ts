import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldErrors } from './field-errors.ts';

/** Validates a form with a contract schema; each field shows the first message that concerns it. */
export function resolveWith<Values extends FieldValues>(schema: z.ZodMiniType): Resolver<Values> {
  return (values) => {
    const messages = Object.entries(fieldErrors(schema, values));
    if (messages.length === 0) return { values, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const [name, message] of messages) set(errors, name, { type: 'refused', message });
    return { values: {}, errors };
  };
}
