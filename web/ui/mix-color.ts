type Channels = readonly [number, number, number];

/** The colour as lower-case '#rrggbb', or the given fallback when it is not a hex colour of six digits. */
export function hexOr(color: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : fallback;
}

/** `from` moved towards `to` by `share` (0 to 1), channel by channel in sRGB. Both are '#rrggbb'. */
export function mixColor(from: string, to: string, share: number): string {
  const target = channels(to);
  return hex(channels(from).map((value, i) => value * (1 - share) + (target[i] ?? 0) * share));
}

/** A pale tint of the colour with its hue kept: the brightest channel at 247, the others drawn close to it. */
export function paleTint(color: string): string {
  const values = channels(color);
  const brightest = Math.max(...values);
  return hex(values.map((value) => 247 - (brightest - value) * 0.368));
}

/** Relative luminance as WCAG defines it: 0 is black, 1 is white. */
export function luminance(color: string): number {
  const [red, green, blue] = channels(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function channels(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
