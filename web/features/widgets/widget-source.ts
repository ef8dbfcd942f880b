import type { WidgetKind } from '#contract/widgets.ts';
import type { ObsSource } from '#web/lib/obs-source-url.ts';

/** How each widget is called in OBS, and the size that shows all of it. */
export const widgetSources: Record<WidgetKind, ObsSource> = {
  goal: { name: 'Brava goal', width: 400, height: 200 },
  leaderboard: { name: 'Brava leaderboard', width: 400, height: 600 },
  ticker: { name: 'Brava latest donations', width: 400, height: 600 },
};
