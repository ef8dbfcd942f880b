import '@fontsource-variable/archivo/wdth.css';
import './overlay.css';
import { createRoot } from 'react-dom/client';
import { openOverlay } from './open-overlay.ts';
import { Overlay } from './overlay.tsx';

const linkCode = /^\/widget\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
const isPreview = new URLSearchParams(location.search).get('preview') === '1';
const root = document.getElementById('root');
if (root === null) throw new Error('overlay.html has no #root.');
createRoot(root).render(<Overlay overlay={openOverlay(window, linkCode, isPreview)} />);
