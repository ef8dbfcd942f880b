import '@fontsource-variable/archivo/wdth.css';
import '#web/overlay/overlay.css';
import './widgets.css';
import { createRoot } from 'react-dom/client';
import type { WidgetKind } from '#contract/widgets.ts';
import { language } from '#web/texts/language.ts';
import { loadTexts } from '#web/texts/texts.ts';
import { WidgetPage } from './widget-page.tsx';

/**
 * What stands at `/widget/{linkCode}/{kind}`. An entry of its own: the overlay of the alerts, which has to be light, gets
 * no heavier by it.
 */
async function start(root: Element | null): Promise<void> {
  if (root === null) throw new Error('widgets.html has no #root.');
  const [, linkCode = '', kind = ''] = /^\/widget\/([^/]*)\/([^/]*)/.exec(location.pathname) ?? [];
  const isPreview = new URLSearchParams(location.search).get('preview') === '1';
  document.documentElement.lang = language();
  await loadTexts('stream');
  createRoot(root).render(
    // The server opens this page for the kinds of the contract alone.
    <WidgetPage kind={kind as WidgetKind} linkCode={linkCode} isPreview={isPreview} />,
  );
}

await start(document.getElementById('root'));
