import CircleOff from 'lucide-react/icons/circle-off';
import { texts } from '#web/texts/texts.ts';

/** Tells a streamer in plain words that the operator has closed their link. */
export function SuspendedNote() {
  const words = texts('dashboard').suspended;
  return (
    <section className="note danger" role="status" aria-labelledby="suspended">
      <CircleOff className="i" aria-hidden="true" />
      <div className="stack" style={{ '--gap': '4px' }}>
        <h2 className="h3" id="suspended">
          {words.title}
        </h2>
        <p>{words.text}</p>
      </div>
    </section>
  );
}
