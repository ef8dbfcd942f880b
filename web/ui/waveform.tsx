import type { Ref } from 'react';
import { waveformBars, waveformPath } from './waveform-peaks.ts';

const flat = Array.from({ length: waveformBars }, () => 0);

interface WaveformProps {
  /** Null draws a flat line of dots. */
  peaks: readonly number[] | null;
  /** Gets the custom property `--played`, a percentage, from whoever plays. */
  ref?: Ref<HTMLSpanElement>;
}

/** The clip as level bars, the played part in green. Decoration: what it means stands beside it in words. */
export function Waveform({ peaks, ref }: WaveformProps) {
  const path = waveformPath(peaks ?? flat);
  return (
    <span className="wave" aria-hidden="true" ref={ref}>
      <Bars path={path} />
      <Bars path={path} />
    </span>
  );
}

function Bars({ path }: { path: string }) {
  return (
    <svg viewBox={`0 0 ${waveformBars} 100`} preserveAspectRatio="none">
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
