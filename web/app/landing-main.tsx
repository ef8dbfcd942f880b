import '@fontsource-variable/archivo/wdth.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#web/ui/styles/index.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type LandingNetwork, LandingPage } from '#web/features/landing/landing-page.tsx';
import { type Language, setLanguage } from '#web/texts/language.ts';
import { loadTexts } from '#web/texts/texts.ts';

/** Brings the prerendered landing page to life, in the language and with the link that the server has sent. */
async function start(root: HTMLElement | null): Promise<void> {
  if (root === null) throw new Error('landing.html has no element with the id root.');
  setLanguage(document.documentElement.lang as Language);
  await loadTexts('common', 'landing');
  const { social, network, money } = root.dataset;
  hydrateRoot(
    root,
    <StrictMode>
      <LandingPage
        socialUrl={social ?? null}
        network={{ label: network ?? '', money: money as LandingNetwork['money'] }}
      />
    </StrictMode>,
  );
}

// Whoever came from a page of the app goes back to it within this document, which then has the wrong page.
addEventListener('popstate', () => {
  if (location.pathname !== '/') location.reload();
});
await start(document.getElementById('root'));
