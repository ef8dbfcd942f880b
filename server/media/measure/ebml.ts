import { demand } from './refuse-clip.ts';

/** One element of an EBML file (RFC 8794): its id with the length marker, and where its content lies. */
export interface EbmlElement {
  id: number;
  start: number;
  end: number;
  /** A recorder that could not go back left the size open; then `end` is that of what is around it. */
  isOpen: boolean;
}

/** Reads the element that begins here, which has to end before `limit`. */
export function readElement(data: Buffer, at: number, limit: number): EbmlElement {
  const idBytes = Math.clz32(data.readUInt8(at)) - 23;
  demand(idBytes <= 4 && at + idBytes < limit);
  const [size, next] = readVariable(data, at + idBytes);
  const isOpen = size === null;
  const end = isOpen ? limit : next + size;
  demand(next <= limit && end <= limit);
  return { id: data.readUIntBE(at, idBytes), start: next, end, isOpen };
}

/** Lists the elements that fill a range to its last byte; none of them may leave its size open. */
export function listElements(data: Buffer, { start, end }: { start: number; end: number }): EbmlElement[] {
  const elements: EbmlElement[] = [];
  for (let at = start; at < end;) {
    const element = readElement(data, at, end);
    demand(!element.isOpen);
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** Reads a number of variable length; null for all ones, which mean 'unknown'. */
export function readVariable(data: Buffer, at: number): [value: number | null, next: number] {
  const first = data.readUInt8(at);
  const bytes = Math.clz32(first) - 23;
  demand(bytes <= 8);
  let value = first & (0xff >> bytes);
  for (let index = 1; index < bytes; index += 1) value = value * 256 + data.readUInt8(at + index);
  return [value === 2 ** (7 * bytes) - 1 ? null : value, at + bytes];
}

/** The content of an element as a whole number; 0 where it is empty. */
export function readNumber(data: Buffer, { start, end }: EbmlElement): number {
  demand(end - start <= 8);
  return data.subarray(start, end).reduce((value, byte) => value * 256 + byte, 0);
}

/** The content of an element as text, without the zeros that may fill it up. */
export function readText(data: Buffer, { start, end }: EbmlElement): string {
  return data.toString('latin1', start, end).replace(/\0+$/, '');
}
