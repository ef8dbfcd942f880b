/** True when any field of a form differs from what is saved; fields are compared by their value. */
export function isChanged<Form extends object>(current: Form, saved: Form): boolean {
  const fields = Object.keys(saved) as (keyof Form)[];
  return fields.some((field) => JSON.stringify(current[field]) !== JSON.stringify(saved[field]));
}
