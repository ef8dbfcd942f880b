/** The code points of a `unicode-range`, in its own order. */
export function readRanges(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, place) => from + place);
  });
}

/** The shortest `unicode-range` of exactly these code points. */
export function formatRanges(codePoints: Iterable<number>): string {
  const runs: { from: number; to: number }[] = [];
  for (const codePoint of [...codePoints].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && codePoint <= last.to + 1) last.to = codePoint;
    else runs.push({ from: codePoint, to: codePoint });
  }
  return runs.map(({ from, to }) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

function hex(codePoint: number): string {
  return codePoint.toString(16).toUpperCase();
}
