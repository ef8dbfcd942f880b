import type { WidgetState } from '#contract/widgets.ts';

const donors = [
  ['CryptoFan', 2.5],
  ['Zoë', 1.25],
  ['NightOwl', 0.8],
  ['lena_streams', 0.5],
  ['Max', 0.42],
  ['Pixel', 0.3],
  ['Amélie', 0.25],
  ['Kenji', 0.1],
  ['Robin', 0.05],
  ['Sam', 0.01],
] as const;

/** Made-up donors for a preview that would be empty, best first. */
export const samplePlaces: WidgetState['leaderboard']['places'] = donors.map(([donatorName, amount]) => ({
  donatorName,
  amount,
}));

/** The same as donations that came. */
export const sampleTicker: WidgetState['ticker'] = samplePlaces.map((place) => ({
  ...place,
  id: place.donatorName,
  paidAt: '',
}));
