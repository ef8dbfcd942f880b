import './why-brava.css';
import ChevronDown from 'lucide-react/icons/chevron-down';

/** 'Why choose Brava?': four cards, each with a picture of what it says. */
export function WhyBrava() {
  return (
    <section className="band wrap" aria-labelledby="why">
      <h2 className="title" id="why">
        Why choose Brava?
      </h2>
      <div className="why">
        <article className="w7">
          <div className="fig">
            <ol className="meter" aria-hidden="true">
              <li className="is-done">Waiting</li>
              <li className="is-done">Seen</li>
              <li className="is-done">Confirmed</li>
              <li className="is-done">On stream</li>
            </ol>
          </div>
          <h3 className="h2">Instant Donations</h3>
          <p className="muted">
            Real-time alerts with OBS integration. The card appears as soon as the network confirms the
            payment, and it waits for you if OBS is closed.
          </p>
        </article>
        <article className="w5">
          <div className="fig">
            <MoneyPath />
          </div>
          <h3 className="h2">Secure &amp; Decentralized</h3>
          <p className="muted">
            Funds go straight to your wallet: each donation has an address of its own, and what arrives there
            is passed on, less only the network fee.
          </p>
        </article>
        <article className="w5">
          <div className="fig">
            <Cheers />
          </div>
          <h3 className="h2">Global Access</h3>
          <p className="muted">
            Anyone with a Solana wallet can give, from anywhere, without payment processors.
          </p>
        </article>
        <article className="w7">
          <div className="fig">
            <p className="zero" aria-hidden="true">
              0<span>%</span>
            </p>
          </div>
          <h3 className="h2">Low Fees</h3>
          <p className="muted">No platform fees other than network fees.</p>
        </article>
      </div>
    </section>
  );
}

function MoneyPath() {
  return (
    <div className="path" aria-hidden="true">
      <div>
        <span className="small muted">One-time address</span>
        <span className="mono small">9mQ4…PvMh</span>
      </div>
      <span className="dn">
        <ChevronDown className="i s" />
      </span>
      <div className="to">
        <span className="small">Your wallet</span>
        <span className="mono small">7Hk3…x2Wd</span>
      </div>
    </div>
  );
}

function Cheers() {
  return (
    <p className="cheers" aria-hidden="true">
      <span className="a">Brava</span>
      <span>Bravó</span>
      <span lang="ru">Браво</span>
      <span lang="ar" dir="rtl">
        برافو
      </span>
      <span lang="el">Μπράβο</span>
      <span className="a">¡Brava!</span>
      <span lang="he" dir="rtl">
        בראבו
      </span>
      <span>Brawo</span>
    </p>
  );
}
