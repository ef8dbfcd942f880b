import { defaultColors, safeGradient, type GradientType } from '#contract/gradient.ts';
import type { Customization } from '#contract/style.ts';
import { hexOr, luminance, mixColor, paleTint } from './mix-color.ts';

/** What an alert card is painted with. Every value is ready for a CSS custom property of the card. */
interface CardPaint {
  /** A `background-image`: gradients only, or 'none', which leaves the card's solid dark ground. */
  background: string;
  /** The ring: a conic gradient that is turned behind the card. */
  cone: string;
  /** The ring's own dark colour, seen where the cone is not painted yet. */
  ring: string;
  name: string;
  message: string;
  amount: string;
}

type Ground = Pick<CardPaint, 'background' | 'cone' | 'ring'>;

const ink = '#0b0f0d';

/** At this luminance the default green of a name still has 4.5:1; the other default colours have more. */
const brightestGround = 0.0512;

/** How a card looks until the server has said more (spec §3, 'Customization defaults'). */
export const defaultCustomization: Customization = {
  cardColor: defaultColors.card,
  nameColor: defaultColors.card,
  messageColor: defaultColors.message,
  amountColor: defaultColors.amount,
  background: '',
  gradientType: 'none',
  customGradient: '',
};

/**
 * The paint of a card in this customization.
 *
 * A background of the streamer's wins over the preset, but only when it is nothing but gradients; so does a custom
 * gradient, which falls back to 'subtle'. A type that does not exist is 'none', a colour that is no hex colour is
 * replaced by its default.
 */
export function paintCard(customization: Customization): CardPaint {
  const primary = hexOr(customization.cardColor, defaultColors.card);
  const gradientType = Object.hasOwn(presets, customization.gradientType)
    ? customization.gradientType
    : 'none';
  const ground = presets[gradientType](primary);
  const custom = gradientType === 'custom' ? safeGradient(customization.customGradient) : null;
  return {
    ...ground,
    background: safeGradient(customization.background) ?? custom ?? ground.background,
    name: hexOr(customization.nameColor, primary),
    message: hexOr(customization.messageColor, defaultColors.message),
    amount: hexOr(customization.amountColor, defaultColors.amount),
  };
}

const presets: Record<GradientType, (primary: string) => Ground> = {
  none: (primary) => ({
    background: 'none',
    ...ringOf(towardsInk(primary, 0.72), primary, towardsInk(primary, 0.45)),
  }),
  subtle: (primary) => ({
    background: `linear-gradient(160deg, ${darkGround(primary, 0.86)}, ${ink})`,
    ...ringOf(towardsInk(primary, 0.7), primary, mixColor(primary, '#ffffff', 0.3)),
  }),
  vibrant: (primary) => ({
    background: `linear-gradient(135deg, ${darkGround(primary, 0.68)} 0%, ${darkGround(primary, 0.88)} 55%, #101a16 100%)`,
    ...ringOf(towardsInk(primary, 0.5), primary, paleTint(primary)),
  }),
  neon: () => ({
    background: 'radial-gradient(120% 140% at 0% 0%, #12081f, #050509 60%, #050509)',
    ...ringOf('#2a1a3d', '#22d3ee', '#e879f9'),
  }),
  sunset: () => ({
    background: 'linear-gradient(150deg, #4a1432, #3a1030 45%, #1d0f2e)',
    ...ringOf('#6b2140', '#fb923c', '#f472b6'),
  }),
  ocean: () => ({
    background: 'linear-gradient(165deg, #053345, #062a44 50%, #071a33)',
    ...ringOf('#0b4a66', '#38bdf8', '#2dd4bf'),
  }),
  galaxy: () => ({
    background: 'radial-gradient(110% 160% at 85% 0%, #24104a, #0d1033 55%, #0a0a1f)',
    ...ringOf('#2f1d66', '#a78bfa', '#60a5fa'),
  }),
  fire: () => ({
    background: 'linear-gradient(0deg, #43120a, #2a0b08 55%, #1a0707)',
    ...ringOf('#6b1d0c', '#f97316', '#facc15'),
  }),
  aurora: () => ({
    background: 'linear-gradient(120deg, #04231f, #0b2a3a 50%, #1c1440)',
    ...ringOf('#12453f', '#34d399', '#a78bfa'),
  }),
  rainbow: () => ({
    background: 'linear-gradient(100deg, #3a0d1f, #33200a, #0d2b1a, #0b2340, #240f40)',
    ring: '#1f2937',
    cone: 'conic-gradient(#f43f5e, #facc15, #22c55e, #3b82f6, #a855f7, #f43f5e)',
  }),
  metallic: () => ({
    background: 'linear-gradient(125deg, #1c2026 0%, #343a43 38%, #20252c 52%, #14171c 100%)',
    ...ringOf('#3b424c', '#f1f5f9', '#94a3b8'),
  }),
  custom: (primary) => ({
    background: presets.subtle(primary).background,
    ...ringOf('#234236', primary, '#f472b6'),
  }),
};

/** Two lights on a dark ring: one at 60–84°, one at 250–272°, with long fades between. */
function ringOf(ring: string, first: string, second: string): Pick<Ground, 'cone' | 'ring'> {
  const lights = [
    `${ring} 0deg, ${first} 60deg, ${first} 84deg, ${ring} 150deg`,
    `${ring} 186deg, ${second} 250deg, ${second} 272deg, ${ring} 340deg`,
  ];
  return { ring, cone: `conic-gradient(${lights.join(', ')})` };
}

function towardsInk(primary: string, share: number): string {
  return mixColor(primary, ink, share);
}

/** The primary colour mixed into the ink by at least this share, and by more where a light one would outshine the text. */
function darkGround(primary: string, share: number): string {
  let color = towardsInk(primary, share);
  for (let more = share; luminance(color) > brightestGround && more < 1; more += 0.01) {
    color = towardsInk(primary, more);
  }
  return color;
}
