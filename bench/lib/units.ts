/** Milliseconds with one decimal. */
export function inMs(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** Milliseconds as seconds with two decimals. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A share (1 is all) in percent with one decimal. */
export function inPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
