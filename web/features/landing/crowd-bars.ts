/** One bar of the crowd line, in a picture of 1440 × 100 units. */
interface CrowdBar {
  x: number;
  height: number;
}

/** The bars of the crowd line as the paths of upright strokes of this width with round ends. */
interface CrowdPaths {
  quiet: string;
  /** The cheer, loudest first; `opacity` is from 0.5 to 1. */
  loud: { opacity: number; path: string }[];
}

const count = 144;
const step = 10;
/** Bars higher than this are the cheer. */
const loudHeight = 25;

/** Width of a stroke. */
export const barWidth = 6;

/**
 * The applause of one minute: a murmur, a sudden cheer where the donation comes, then a slow calming.
 * `cheerAt` says where, from 0 to 1. The same picture every time.
 */
export function crowdPaths(cheerAt: number): CrowdPaths {
  const bars = Array.from({ length: count }, (_, index) => barAt(index, Math.round(cheerAt * count)));
  const heats = [10, 9, 8, 7, 6, 5];
  return {
    quiet: pathOf(bars.filter(({ height }) => height < loudHeight)),
    loud: heats.map((heat) => ({
      opacity: heat / 10,
      path: pathOf(bars.filter(({ height }) => height >= loudHeight && heatOf(height) === heat)),
    })),
  };
}

function barAt(index: number, start: number): CrowdBar {
  const noise = wobble(index);
  const since = index - start;
  const x = 5 + index * step;
  if (since < 0) return { x, height: 6 + noise * 8 };
  const loudness = Math.min(1, (since + 1) / 4) * Math.exp(-since / 34);
  return { x, height: 8 + loudness * (64 + noise * 26) };
}

/** From 5 to 10. */
function heatOf(height: number): number {
  return Math.min(10, Math.floor(2.5 + height / 10));
}

/** The round ends reach beyond a stroke by half its width. */
function pathOf(bars: readonly CrowdBar[]): string {
  const end = barWidth / 2;
  return bars.map(({ x, height }) => `M${x} ${(100 - height + end).toFixed(1)}V${100 - end}`).join('');
}

/** A number from 0 to 1 that looks random and is not. */
function wobble(index: number): number {
  const value = Math.sin(index * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}
