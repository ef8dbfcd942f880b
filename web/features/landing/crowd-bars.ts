/** One bar of the crowd line, in a picture of 1440 × 100 units. */
export interface CrowdBar {
  x: number;
  height: number;
  /** 0 while the hall is quiet, up to 1 where the cheer is loudest. */
  heat: number;
}

const count = 144;
const step = 10;

/**
 * The applause of one minute: a murmur, a sudden cheer where the donation comes, then a slow calming.
 * `cheerAt` says where, from 0 to 1. The same picture every time.
 */
export function crowdBars(cheerAt: number): CrowdBar[] {
  const start = Math.round(cheerAt * count);
  return Array.from({ length: count }, (_, index) => {
    const noise = wobble(index);
    const since = index - start;
    if (since < 0) return { x: 2 + index * step, height: 5 + noise * 9, heat: 0 };
    const loud = Math.min(1, (since + 1) / 4) * Math.exp(-since / 34);
    const height = 8 + loud * (64 + noise * 26);
    return { x: 2 + index * step, height, heat: Math.max(0.5, Math.min(1, loud + 0.2)) };
  });
}

/** A number from 0 to 1 that looks random and is not. */
function wobble(index: number): number {
  const value = Math.sin(index * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}
