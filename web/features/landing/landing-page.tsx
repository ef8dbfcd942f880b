import './landing.css';
import { Link } from 'react-router';
import { Wordmark } from '#web/ui/brand.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { Crowd } from './crowd.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingBar } from './landing-bar.tsx';
import { StreamPicture } from './stream-picture.tsx';
import { WhyBrava } from './why-brava.tsx';

/** / */
export function LandingPage() {
  useTitle('Accept Solana donations on your stream');
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <LandingBar />
      <main id="main">
        <Hero />
        <WhyBrava />
        <HowItWorks />
        <section className="closing" aria-labelledby="closing">
          <div className="wrap">
            <p className="join">Join thousands of streamers</p>
            <h2 className="display" id="closing">
              Your next cheer is one link away
            </h2>
            <Link className="btn big" to="/register">
              Create Your Account
            </Link>
          </div>
          <Crowd cheerAt={0.29} />
        </section>
      </main>
      <footer className="land-foot">
        <div className="wrap">
          <Link className="brand" to="/">
            <Wordmark />
          </Link>
          <p className="small muted">Built on Solana blockchain</p>
        </div>
      </footer>
    </>
  );
}

function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <h1 className="display">Accept Solana donations on your stream</h1>
        <div className="split">
          <div className="say">
            <p className="lead">
              A viewer pays, the network confirms, your stream cheers. Instant, real-time donations that land
              in OBS as a card with a sound.
            </p>
            <div className="acts">
              <Link className="btn primary big" to="/register">
                Start Accepting Donations
              </Link>
            </div>
          </div>
          <StreamPicture />
        </div>
      </div>
      <Crowd cheerAt={0.735} />
      <p className="caption small muted">
        <span>One minute of a stream</span>
        <span>0.1 SOL arrives</span>
      </p>
    </section>
  );
}
