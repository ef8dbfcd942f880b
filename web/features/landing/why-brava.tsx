import './why-brava.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';

/** 'Why choose Brava?': four cards, each with a picture of what it says. */
export function WhyBrava() {
  const words = texts('landing').why;
  return (
    <section className="band wrap" aria-labelledby="why">
      <h2 className="title" id="why">
        {words.heading}
      </h2>
      <div className="why">
        <Reason wide title={words.instant} text={words.instantText}>
          <ol className="meter" aria-hidden="true">
            {words.steps.map((step) => (
              <li className="is-done" key={step}>
                {step}
              </li>
            ))}
          </ol>
        </Reason>
        <Reason title={words.secure} text={words.secureText}>
          <MoneyPath />
        </Reason>
        <Reason title={words.global} text={words.globalText}>
          <Cheers />
        </Reason>
        <Reason wide title={words.fees} text={words.feesText}>
          <p className="zero" aria-hidden="true">
            0<span>%</span>
          </p>
        </Reason>
      </div>
    </section>
  );
}

interface ReasonProps {
  title: string;
  text: string;
  wide?: boolean;
  /** The picture, decoration only. */
  children: ReactNode;
}

function Reason({ title, text, wide = false, children }: ReasonProps) {
  return (
    <article className={wide ? 'w7' : 'w5'}>
      <div className="fig">{children}</div>
      <h3 className="h2">{title}</h3>
      <p className="muted">{text}</p>
    </article>
  );
}

function MoneyPath() {
  const words = texts('landing').why;
  return (
    <div className="path" aria-hidden="true">
      <div>
        <span className="small muted">{words.oneTimeAddress}</span>
        <span className="mono small">9mQ4…PvMh</span>
      </div>
      <span className="dn">
        <ChevronDown className="i s" />
      </span>
      <div className="to">
        <span className="small">{words.yourWallet}</span>
        <span className="mono small">7Hk3…x2Wd</span>
      </div>
    </div>
  );
}

/** The same cheer in several languages; none of it is a text to translate. */
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
