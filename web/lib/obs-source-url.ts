/** A browser source: its name in OBS and its size in pixels. */
export interface ObsSource {
  name: string;
  width: number;
  height: number;
}

/** The source of the alerts, in the size that the product recommends. */
export const alertSource: ObsSource = { name: 'Brava alerts', width: 400, height: 600 };

/**
 * A widget's URL as OBS takes it when it is dragged into a scene: name and size of the source stand in the query.
 * Spaces as %20, because OBS does not read a plus sign as one. The page itself ignores all three.
 */
export function obsSourceUrl(widgetUrl: string, source: ObsSource = alertSource): string {
  const query = {
    'layer-name': source.name,
    'layer-width': String(source.width),
    'layer-height': String(source.height),
  };
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${widgetUrl}${widgetUrl.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}
