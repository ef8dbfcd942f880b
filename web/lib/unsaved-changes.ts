/** True when any field of a form differs from what is saved; fields are compared by their value. */
export function isChanged<Form extends object>(current: Form, saved: Form): boolean {
  return Object.keys(touched(current, saved)).length > 0;
}

/** The fields of a form that differ from the values that it began with, as they are in the form; one may be in either alone. */
export function touched<Form extends object>(current: Form, began: Form): Partial<Form> {
  const fields = (Object.keys({ ...began, ...current }) as (keyof Form)[]).filter(
    (field) => JSON.stringify(current[field]) !== JSON.stringify(began[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, current[field]])) as Partial<Form>;
}

/**
 * What a form stands for: the fields that were touched in it as they are there, every other one as it is saved now.
 *
 * Calls send all fields of a form, and another tab may have saved some of them since the form began.
 */
export function touchedOverNow<Form extends object>(current: Form, began: Form, now: Form): Form {
  return { ...now, ...touched(current, began) };
}
