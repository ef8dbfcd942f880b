const barWidth = 50;

/** A Markdown table; every row has as many cells as the head. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** How often values fall into steps of `step`, as bars of text in a code block. What lies past `steps` steps is one bar. */
export function histogram(
  values: readonly number[],
  { step, steps, unit }: { step: number; steps: number; unit: string },
): string {
  const counts = Array.from<number>({ length: steps + 1 }).fill(0);
  for (const value of values) {
    const at = Math.min(steps, Math.floor(value / step));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(...counts, 1);
  const last = counts.findLastIndex((count) => count > 0);
  const lines = counts.slice(0, last + 1).map((count, at) => {
    const range = at === steps ? `≥ ${at * step}` : `${at * step}–${(at + 1) * step}`;
    return `${range.padStart(11)} ${unit} ${'█'.repeat(Math.round((count / most) * barWidth))} ${count}`;
  });
  return ['```', ...lines, '```'].join('\n');
}

/** Values side by side as bars of text in a code block, the longest for the greatest; `label` says what stands behind each. */
export function barChart(bars: readonly { label: string; value: number; text: string }[]): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const width = Math.max(...bars.map(({ label }) => label.length), 0);
  const lines = bars.map(
    ({ label, value, text }) =>
      `${label.padStart(width)} ${'█'.repeat(Math.round((value / most) * barWidth))} ${text}`,
  );
  return ['```', ...lines, '```'].join('\n');
}
