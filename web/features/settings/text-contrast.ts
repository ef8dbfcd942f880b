import type { Customization } from '#contract/style.ts';
import { formatOfLocale } from '#web/texts/format-of-locale.ts';
import { paintCard } from '#web/ui/card-style.ts';
import { luminance } from '#web/ui/mix-color.ts';

/** What WCAG asks of running text. */
export const readableRatio = 4.5;

/** The ground of a card whose style has no gradient. */
const plainGround = '#121815';

/** The text of a card that is hardest to read, and its contrast ratio with the ground where that is worst. */
export interface WeakestText {
  text: 'name' | 'amount' | 'message';
  ratio: number;
}

/**
 * Finds the weakest of the three texts on the card of this customization.
 * Null when a gradient of the streamer's own names its colours in another way than by hex, so that nothing can be told.
 */
export function weakestText(customization: Customization): WeakestText | null {
  const paint = paintCard(customization);
  const grounds = paint.background === 'none' ? [plainGround] : hexColors(paint.background);
  if (grounds === null) return null;
  const texts = [
    { text: 'name', color: paint.name },
    { text: 'amount', color: paint.amount },
    { text: 'message', color: paint.message },
  ] as const;
  const ranked = texts
    .map(({ text, color }) => ({
      text,
      ratio: Math.min(...grounds.map((ground) => contrast(color, ground))),
    }))
    .sort((one, other) => one.ratio - other.ratio);
  return ranked[0] ?? null;
}

const oneDecimal = formatOfLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** '4.4' for 4.49 as this page's language writes it: never rounded up to what is not reached. */
export function ratioText(ratio: number): string {
  return oneDecimal().format(Math.floor(ratio * 10) / 10);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** All colours of a gradient, or null when some are not '#rgb' or '#rrggbb'. */
function hexColors(gradient: string): string[] | null {
  const found = gradient.match(/#[0-9a-f]+\b/gi) ?? [];
  const rest = gradient.replaceAll(/#[0-9a-f]+\b/gi, '').replaceAll(knownWords, '');
  const isPlain = found.every((color) => color.length === 4 || color.length === 7);
  if (found.length === 0 || !isPlain || /[a-z]{3,}/i.test(rest)) return null;
  return found.map((color) => (color.length === 7 ? color : color.replaceAll(/[^#]/g, '$&$&')));
}

/** Words of a gradient that are no colours. */
const knownWords =
  /\b(?:repeating-)?(?:linear|radial|conic)-gradient\b|\b(?:circle|ellipse|closest|farthest|side|corner|top|bottom|left|right|center|from|turn|grad|rad)\b|(?<=\d)[a-z]+/gi;
