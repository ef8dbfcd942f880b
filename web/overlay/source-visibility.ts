/**
 * Whether viewers can see this page as a source of OBS, and word of every change.
 *
 * In OBS a source is seen when something shows it and the programme has its scene. OBS says so by two events, which every
 * version sends that has either, and only on change; at the start a source that nothing shows is a hidden document. The
 * preview of Studio Mode, Multiview and the window of properties show sources that the programme does not have: one that
 * was hidden waits for word of the programme. One that only they show when the page loads cannot be told apart.
 * An ordinary browser always counts as visible, also in a background tab (decisions: 'OBS hides the source').
 */
export function watchSourceVisibility(
  page: Window & { obsstudio?: unknown },
  onChange: () => void,
): () => boolean {
  let isShown = page.obsstudio === undefined || page.document.visibilityState === 'visible';
  let isActive = isShown;
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
