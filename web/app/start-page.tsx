import '@fontsource-variable/archivo/wdth.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#web/ui/styles/index.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { language } from '#web/texts/language.ts';
import { loadTexts, type Section } from '#web/texts/texts.ts';
import { BrokenPage, ErrorScreen } from './error-screen.tsx';

/** So long nothing is shown instead of a spinner. */
const patienceMs = 250;

/**
 * Renders a document of the web app in the page's language, with the sections that any of its pages may need; words that
 * cannot be loaded end in a page that offers a way back.
 *
 * It waits a little for the first page: React holds back what replaces a spinner for up to 300 ms, at each place.
 */
export async function startPage(
  router: ReactNode,
  firstPage: Promise<void>,
  ...sections: Section[]
): Promise<void> {
  document.documentElement.lang = language();
  const element = document.getElementById('root');
  if (element === null) throw new Error('The document has no element with the id root.');
  const root = createRoot(element);
  try {
    await loadTexts('common', ...sections);
  } catch (error) {
    console.error('The texts could not be loaded.', error);
    root.render(<BrokenPage />);
    return;
  }
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  root.render(
    <StrictMode>
      <ErrorScreen>{router}</ErrorScreen>
    </StrictMode>,
  );
}
