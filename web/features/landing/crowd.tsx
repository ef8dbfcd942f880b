import { crowdBars } from './crowd-bars.ts';

/** The applause meter as a line across the page, decoration only. */
export function Crowd({ cheerAt }: { cheerAt: number }) {
  return (
    <svg className="crowd" viewBox="0 0 1440 100" preserveAspectRatio="none" aria-hidden="true">
      {crowdBars(cheerAt).map(({ x, height, heat }) => (
        <rect
          key={x}
          x={x}
          y={100 - height}
          width="6"
          height={height}
          rx="3"
          {...(heat > 0 && { className: 'hot', opacity: heat })}
        />
      ))}
    </svg>
  );
}
