import type { ByteRange } from '#server/app/clip-ports.ts';

const singleRange = /^bytes=(?<first>\d*)-(?<last>\d*)$/;

/**
 * What a `Range` header asks for of a file of `size` bytes (RFC 9110, 14): null for all of it, which also answers
 * several ranges and what is no range; `unsatisfiable` when it lies past the end.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const { first = '', last = '' } = singleRange.exec(header ?? '')?.groups ?? {};
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
