const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a row or of a request. PostgreSQL refuses any other where it compares it with one. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
