import '@fontsource-variable/archivo/wdth.css';
import '#web/overlay/overlay.css';
import './preview.css';
import { createRoot } from 'react-dom/client';
import { linkCodeIn } from '#web/overlay/link-code-in.ts';
import { openOverlay } from '#web/overlay/open-overlay.ts';
import { Overlay } from '#web/overlay/overlay.tsx';
import { language } from '#web/texts/language.ts';
import { loadTexts } from '#web/texts/texts.ts';
import { PreviewNotes } from './preview-notes.tsx';

/**
 * What stands at `/widget/{linkCode}?preview=1`: the overlay as a streamer sees it before going on air. An entry of its
 * own, because it speaks the streamer's language: the overlay on stream has no words and gets no heavier by them.
 */
async function start(root: Element | null): Promise<void> {
  if (root === null) throw new Error('preview.html has no #root.');
  const linkCode = linkCodeIn(location.pathname);
  if (linkCode === null) return;
  document.documentElement.lang = language();
  await loadTexts('stream');
  const overlay = openOverlay(window, linkCode, true);
  createRoot(root).render(
    <>
      <PreviewNotes overlay={overlay} />
      <Overlay overlay={overlay} />
    </>,
  );
}

void start(document.getElementById('root'));
