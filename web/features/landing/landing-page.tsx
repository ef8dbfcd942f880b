import './landing.css';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { LanguageChoice } from '#web/ui/language-choice.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { NetworkLabel } from '#web/ui/network-label.tsx';
import { Crowd } from './crowd.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingBar } from './landing-bar.tsx';
import { StreamPicture } from './stream-picture.tsx';
import { WhyBrava } from './why-brava.tsx';

/** On what the installation runs: real SOL, test SOL, or test SOL of the sandbox. */
export type LandingNetwork = { label: string; money: 'real' | 'test' | 'sandbox' };

interface LandingPageProps {
  /** Null hides the link. */
  socialUrl: string | null;
  network: LandingNetwork;
}

/**
 * `/`, a page of its own: rendered when the web app is built and sent as it is, so it knows no router and makes no calls.
 * Nothing in it may have a `style` attribute, which the content security policy would refuse.
 */
export function LandingPage({ socialUrl, network }: LandingPageProps) {
  const { closing, builtOn } = texts('landing');
  return (
    <>
      <a className="skip" href="#main">
        {texts('common').skip}
      </a>
      <LandingBar socialUrl={socialUrl} />
      <main id="main">
        <Hero network={network} />
        <WhyBrava />
        <HowItWorks />
        <section className="closing" aria-labelledby="closing">
          <div className="wrap">
            <p className="join">{closing.join}</p>
            <h2 className="display" id="closing">
              {closing.heading}
            </h2>
            <a className="btn big" href="/register">
              {closing.create}
            </a>
          </div>
          <Crowd cheerAt={0.29} />
        </section>
      </main>
      <footer className="land-foot">
        <div className="wrap">
          <a className="brand" href="/">
            <Wordmark />
          </a>
          <p className="small muted">{builtOn}</p>
          <LegalLinks />
          <LanguageChoice />
        </div>
      </footer>
    </>
  );
}

function Hero({ network: { label, money } }: Pick<LandingPageProps, 'network'>) {
  const words = texts('landing').hero;
  return (
    <section className="hero">
      <div className="wrap">
        <h1 className="display">{words.heading}</h1>
        <div className="split">
          <div className="say">
            <p className="lead">{words.lead}</p>
            <div className="acts">
              <a className="btn primary big" href="/register">
                {words.start}
              </a>
            </div>
          </div>
          <StreamPicture />
          <p className="runs-on small muted">
            <NetworkLabel label={label} sandbox={money === 'sandbox'} />
            {money !== 'real' && <span>{words.testMoney}</span>}
          </p>
        </div>
      </div>
      <Crowd cheerAt={0.735} rises />
      <p className="caption small muted">
        <span>{words.quiet}</span>
        <span>{words.cheer}</span>
      </p>
    </section>
  );
}
