import Info from 'lucide-react/icons/info';

/** Said before paying, so that nobody pays for words that then do not appear. */
export function ModerationNote() {
  return (
    <div className="note">
      <Info className="i" />
      <p>
        The streamer may look at messages before they appear on stream. The money reaches them either way.
      </p>
    </div>
  );
}

/** The footnotes of the form (spec §2, form step). */
export function FormNotes({ acceptsClips }: { acceptsClips: boolean }) {
  if (!acceptsClips) return <p className="hint">A default sound plays when your donation appears.</p>;
  return (
    <ul className="stack hint" style={{ '--gap': '4px' }}>
      <li>
        If no audio is uploaded, the default sound plays. Otherwise your custom audio plays when the donation
        appears.
      </li>
      <li>Audio files are automatically deleted after 24 hours.</li>
    </ul>
  );
}
