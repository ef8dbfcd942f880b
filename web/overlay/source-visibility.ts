/**
 * Whether viewers can see this page as a source of OBS, and word of every change.
 *
 * In OBS a source is seen when some scene shows it and the programme has that scene. OBS says so by two events and
 * only on change; at the start a source that no scene shows is a hidden document. An ordinary browser always counts
 * as visible, also in a background tab (decisions: 'OBS hides the source').
 */
export function watchSourceVisibility(
  page: Window & { obsstudio?: unknown },
  onChange: () => void,
): () => boolean {
  let isShown = page.obsstudio === undefined || page.document.visibilityState === 'visible';
  let isActive = true;
  page.addEventListener('obsSourceVisibleChanged', (event) => {
    isShown = detailOf(event)['visible'] !== false;
    onChange();
  });
  page.addEventListener('obsSourceActiveChanged', (event) => {
    isActive = detailOf(event)['active'] !== false;
    onChange();
  });
  return () => isShown && isActive;
}

function detailOf(event: Event): Record<string, unknown> {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  return typeof detail === 'object' && detail !== null ? { ...detail } : {};
}
