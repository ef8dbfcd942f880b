/** Colours of the cards: those of the dark theme (look, 'Colour'). */
export const cardColors = {
  ground: '#0b0f0d',
  text: '#f3f5ef',
  quietText: '#b9c3bc',
  accent: '#22c55e',
  onAccent: '#052e16',
} as const;

/** Steps from the ground to the colour of a name: its edges are mixed. The first is the ground. */
export const nameShades = 128;

/**
 * The palette of every card: ground to text, which a name is drawn in, then the other mixtures that occur. As bytes: red,
 * green and blue of each.
 */
export function sharePalette(): Uint8Array {
  const { ground, text, quietText, accent, onAccent } = cardColors;
  return Uint8Array.from([
    ...mixtures(ground, text, nameShades),
    ...mixtures(ground, quietText, 48),
    ...mixtures(ground, accent, 56),
    ...mixtures(accent, onAccent, 24),
  ]);
}

function mixtures(from: string, to: string, steps: number): number[] {
  const [start, end] = [channels(from), channels(to)];
  return Array.from({ length: steps }, (_, step) =>
    start.map((value, channel) => Math.round(value + ((end[channel] ?? 0) - value) * (step / (steps - 1)))),
  ).flat();
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
