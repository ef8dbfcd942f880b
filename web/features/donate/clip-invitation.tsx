import { texts } from '#web/texts/texts.ts';

/** The words of the empty uploader. */
export function ClipInvitation({ over = false }: { over?: boolean }) {
  const words = texts('donate').clip;
  if (over) {
    return (
      <span>
        <b>{words.drop}</b>
      </span>
    );
  }
  return (
    <span>
      <b>{words.add}</b>
      <br />
      <span className="hint">{words.limits}</span>
    </span>
  );
}
