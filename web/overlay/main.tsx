import '@fontsource-variable/archivo/wdth.css';
import './overlay.css';
import { createRoot } from 'react-dom/client';
import { linkCodeIn } from './link-code-in.ts';
import { openOverlay } from './open-overlay.ts';
import { Overlay } from './overlay.tsx';

/** What stands at `/widget/{linkCode}`: the alerts. */
function start(root: Element | null): void {
  if (root === null) throw new Error('overlay.html has no #root.');
  const linkCode = linkCodeIn(location.pathname);
  if (linkCode !== null) createRoot(root).render(<Overlay overlay={openOverlay(window, linkCode, false)} />);
}

start(document.getElementById('root'));
