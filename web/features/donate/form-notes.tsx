import Info from 'lucide-react/icons/info';
import { texts } from '#web/texts/texts.ts';

/** Said before paying, so that nobody pays for words that then do not appear. */
export function ModerationNote({ approvesFirst = false }: { approvesFirst: boolean | undefined }) {
  const { form } = texts('donate');
  return (
    <div className="note">
      <Info className="i" />
      <p>{approvesFirst ? form.approvedFirst : form.moderated}</p>
    </div>
  );
}

/** The footnotes of the form (spec §2, form step). */
export function FormNotes({ acceptsClips }: { acceptsClips: boolean }) {
  const { form } = texts('donate');
  if (!acceptsClips) return <p className="hint">{form.soundNoteWithoutClips}</p>;
  return (
    <ul className="stack hint" style={{ '--gap': '4px' }}>
      <li>{form.soundNote}</li>
      <li>{form.deletionNote}</li>
    </ul>
  );
}
