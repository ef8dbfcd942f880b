/** Labels of the twelve gradient types, in the order in which they are offered (spec §3). */
export const gradientLabels = {
  none: 'No gradient',
  subtle: 'Subtle gradient',
  vibrant: 'Vibrant gradient',
  neon: 'Neon glow',
  sunset: 'Sunset vibes',
  ocean: 'Ocean waves',
  galaxy: 'Galaxy space',
  fire: 'Fire flame',
  aurora: 'Aurora borealis',
  rainbow: 'Rainbow spectrum',
  metallic: 'Metallic shine',
  custom: 'Custom gradient',
} as const;

/** One of the twelve values of spec §3. */
export type GradientType = keyof typeof gradientLabels;

/** The gradient types as a tuple, for schemas and lists. */
export const gradientTypes = Object.keys(gradientLabels) as [GradientType, ...GradientType[]];

/** Colours that hold where a streamer chose none (spec §3, 'Customization defaults'). */
export const defaultColors = { card: '#22c55e', message: '#e5e7eb', amount: '#fbbf24' } as const;

const gradientCall = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(/i;
const forbidden =
  /url|var\s*\(|image|env\s*\(|attr\s*\(|expression|paint\s*\(|element\s*\(|[\\;{}<>@"']|\/[*/]/i;
/** Control characters and halves of characters; a gradient may stand in several lines. */
const noText = /[^\P{Cc}\s]|\p{Cs}/u;

/** False for what nobody types and PostgreSQL does not store as JSON: it would hold up the alert that brings it. */
export function isGradientText(value: string): boolean {
  return !noText.test(value);
}

/**
 * The value if it is nothing but CSS gradient functions, else null.
 *
 * An allow-list: no `url()`, `var()`, `image-set()`, no escapes, comments or control characters. What passes may be assigned
 * through `element.style`; it is never built into a style sheet.
 */
export function safeGradient(value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text === '' || text.length > 2000 || forbidden.test(text) || !isGradientText(text)) return null;
  return topLevelParts(text)?.every((part) => gradientCall.test(part) && part.endsWith(')')) ? text : null;
}

/** Splits at commas outside parentheses; null when the parentheses do not balance. */
function topLevelParts(text: string): string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (depth < 0) return null;
    if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
    if (text[i] === ')' && depth === 0 && !/^\s*(,|$)/.test(text.slice(i + 1))) return null;
  }
  return depth === 0 ? [...parts, text.slice(start).trim()] : null;
}
