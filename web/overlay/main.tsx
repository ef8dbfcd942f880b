import '@fontsource-variable/archivo/wdth.css';
import './overlay.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { openOverlay } from './open-overlay.ts';
import { Overlay } from './overlay.tsx';

/**
 * What stands at `/widget/{linkCode}/{kind}`. The alerts, which have no kind, come with the page itself; further kinds
 * are imported when they are asked for.
 */
const widgets: Record<string, (linkCode: string, isPreview: boolean) => ReactNode | Promise<ReactNode>> = {
  '': (linkCode, isPreview) => <Overlay overlay={openOverlay(window, linkCode, isPreview)} />,
};

async function start(root: Element | null): Promise<void> {
  if (root === null) throw new Error('overlay.html has no #root.');
  const [, linkCode = '', kind = ''] = /^\/widget\/([^/]*)\/?([^/]*)/.exec(location.pathname) ?? [];
  const isPreview = new URLSearchParams(location.search).get('preview') === '1';
  const open = Object.hasOwn(widgets, kind) ? widgets[kind] : undefined;
  createRoot(root).render(await open?.(linkCode, isPreview));
}

void start(document.getElementById('root'));
