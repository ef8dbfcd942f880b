import { DatabaseError } from 'pg';

/** Classes 22 and 23: data that cannot be, and a row that the value needs and that is not there. */
export function isAboutAValue(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
