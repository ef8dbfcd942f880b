import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** Reads a file that an option names. Throws, in a sentence that names both, where it cannot be read or is not of that kind. */
export async function readJsonFile<T>(option: string, path: string, kind: z.ZodType<T>): Promise<T> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = isMissing ? 'There is no such file' : 'It cannot be read as a file';
    throw new Error(`${option} ${path}: ${why}.`, { cause: error });
  });
  const fail = (why: string) => new Error(`${option} ${path}: ${why}. See --help.`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw fail('It is no JSON');
  }
  const read = kind.safeParse(content);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path: place, message }) => [...place, message].join(': '));
  throw fail(faults.join('; '));
}
