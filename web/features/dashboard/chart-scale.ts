/** Steps at which an axis may end, as parts of a power of ten: each can be halved into a short number. */
const steps = [1n, 2n, 4n, 6n, 8n, 10n];
/** Where the axis of a chart without any money would end: one SOL. */
const emptyTopLamports = 1_000_000_000n;

/** The end of the axis: the smallest short number that no day is above, so that the highest bar takes at least half. */
export function axisTop(dayLamports: readonly bigint[]): bigint {
  const most = dayLamports.reduce((high, lamports) => (lamports > high ? lamports : high), 0n);
  if (most === 0n) return emptyTopLamports;
  const power = 10n ** BigInt(most.toString().length - 1);
  const step = steps.find((candidate) => candidate * power >= most);
  if (step === undefined) throw new Error('Ten times the leading power is above every number of its length.');
  return step * power;
}

/** How high a bar stands, in percent of the plot to a tenth. */
export function barPercent(lamports: bigint, topLamports: bigint): number {
  return Number((lamports * 1000n) / topLamports) / 10;
}
