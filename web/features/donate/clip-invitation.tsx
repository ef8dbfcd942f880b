/** The words of the empty uploader. */
export function ClipInvitation({ over = false }: { over?: boolean }) {
  if (over) {
    return (
      <span>
        <b>Drop audio file here</b>
      </span>
    );
  }
  return (
    <span>
      <b>Add custom audio (optional)</b>
      <br />
      <span className="hint">Max 15 seconds, 5 MB. mp3, wav, ogg, m4a, webm</span>
    </span>
  );
}
