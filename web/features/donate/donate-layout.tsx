import './donate.css';
import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { LanguageChoice } from '#web/ui/language-choice.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { NetworkPills } from '#web/ui/network-pills.tsx';

interface DonateLayoutProps {
  /** `center`: in the middle of the height; `one`: a single column; `tight`: less air on phones. */
  shape?: '' | 'center' | 'center one' | 'tight';
  children: ReactNode;
}

/** The frame of every step of the donation page. */
export function DonateLayout({ shape = '', children }: DonateLayoutProps) {
  return (
    <>
      <header className="wrap dtop">
        <a className="brand" href="/">
          <Wordmark />
        </a>
        <NetworkPills />
      </header>
      <main className="wrap" id="main">
        <div className={`dgrid ${shape}`}>{children}</div>
      </main>
      <footer className="wrap">
        <div className="dfoot">
          <p className="small muted">{texts('donate').poweredBy}</p>
          <LegalLinks />
          <LanguageChoice />
        </div>
      </footer>
    </>
  );
}
