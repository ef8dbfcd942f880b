/** Nobody applauds. */
const silence = Array.from({ length: 7 }, () => '6px');

/** Bars of the applause meter, decoration only. Heights are CSS lengths or percentages. */
export function Levels({ heights = silence }: { heights?: readonly string[] }) {
  return (
    <span className="levels" aria-hidden="true">
      {heights.map((height, index) => (
        <i key={index} style={{ height }} />
      ))}
    </span>
  );
}
