/** A source of numbers from 0 up to `below`, the same for the same seed. */
function createDice(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e37_79b9;
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Dice = (below: number) => number;
const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** The ways in which files break on their way, and in which people break them. */
const changes: ((file: Buffer, dice: Dice, other: Buffer) => Buffer)[] = [
  (file, dice) => {
    for (let count = dice(20); count >= 0; count -= 1) file.writeUInt8(dice(256), dice(file.length));
    return file;
  },
  // Most of what a reader believes stands at the beginning.
  (file, dice) => {
    file.writeUInt32BE(extremes[dice(extremes.length)] ?? 0, dice(Math.min(400, file.length - 4)));
    return file;
  },
  (file, dice) => {
    const at = dice(file.length - 4);
    file.writeUInt32LE(extremes[dice(extremes.length)] ?? 0, at);
    return file;
  },
  (file, dice) => file.subarray(0, 8 + dice(file.length - 8)),
  (file, dice) => {
    const at = dice(file.length);
    return Buffer.concat([file.subarray(0, at), file.subarray(at + dice(2_000))]);
  },
  (file, dice) => {
    const [one, two] = [dice(file.length), dice(file.length)].sort((a, b) => a - b);
    return Buffer.concat([file.subarray(0, two), file.subarray(one)]);
  },
  (file, dice, other) =>
    Buffer.concat([file.subarray(0, dice(file.length)), other.subarray(dice(other.length))]),
  (file, dice) => {
    const at = dice(file.length);
    return file.fill(dice(2) * 255, at, Math.min(file.length, at + dice(300)));
  },
];

/** One to three changes to a copy of one of these files, the same for the same seed. */
export function mutate(files: Buffer[], seed: number): Uint8Array {
  const dice = createDice(seed);
  const pick = (): Buffer => Buffer.from(files[dice(files.length)] ?? '');
  let file = pick();
  for (let count = dice(3); count >= 0; count -= 1) {
    if (file.length < 16) break;
    file = changes[dice(changes.length)]?.(file, dice, pick()) ?? file;
  }
  return new Uint8Array(file);
}
