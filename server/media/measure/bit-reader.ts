/**
 * Reads bits, the highest of a byte first, from a byte of the data on. Each call takes the next bits as one
 * number; behind the end it throws a `RangeError`.
 */
export function createBitReader(data: Buffer, start = 0): (count: number) => number {
  let at = start * 8;
  return (count) => {
    let value = 0;
    for (let index = 0; index < count; index += 1, at += 1)
      value = value * 2 + ((data.readUInt8(at >> 3) >> (7 - (at & 7))) & 1);
    return value;
  };
}
