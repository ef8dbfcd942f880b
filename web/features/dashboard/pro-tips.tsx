import Info from 'lucide-react/icons/info';
import { texts } from '#web/texts/texts.ts';

/** Advice for the source in OBS (spec §2, Pro Tips). */
export function ProTips() {
  const { title, corner, source, resize, automatic } = texts('dashboard').tips;
  return (
    <section className="note tipbox" aria-labelledby="pro-tips">
      <Info className="i" />
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h3" id="pro-tips">
          {title}
        </h2>
        <ul className="tips small">
          <li>{corner}</li>
          <li>{source}</li>
          <li>{resize}</li>
          <li>{automatic}</li>
        </ul>
      </div>
    </section>
  );
}
