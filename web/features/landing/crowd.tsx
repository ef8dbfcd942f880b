import { barWidth, crowdPaths } from './crowd-bars.ts';

interface CrowdProps {
  /** Where the cheer begins, from 0 to 1. */
  cheerAt: number;
  /** The cheer rises once, after the sample card has come. */
  rises?: boolean;
}

/** The applause meter as a line across the page, decoration only. */
export function Crowd({ cheerAt, rises = false }: CrowdProps) {
  const { quiet, loud } = crowdPaths(cheerAt);
  return (
    <svg
      className={rises ? 'crowd rises' : 'crowd'}
      viewBox="0 0 1440 100"
      preserveAspectRatio="none"
      strokeWidth={barWidth}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={quiet} />
      <g className="hot">
        {loud.map(({ opacity, path }) => (
          <path key={opacity} d={path} opacity={opacity} />
        ))}
      </g>
    </svg>
  );
}
