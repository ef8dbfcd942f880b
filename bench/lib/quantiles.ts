/** Where a set of measurements lies; the unit is that of the measurements. */
export interface Spread {
  count: number;
  median: number;
  p90: number;
  p99: number;
  max: number;
}

/** The value that a share `q` (0 to 1) of the measurements does not exceed: nearest rank. Throws on an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There is no quantile of nothing.');
  return value;
}

/** Median, tail and number of measurements. Throws on an empty list. */
export function spreadOf(values: readonly number[]): Spread {
  return {
    count: values.length,
    median: quantile(values, 0.5),
    p90: quantile(values, 0.9),
    p99: quantile(values, 0.99),
    max: quantile(values, 1),
  };
}
