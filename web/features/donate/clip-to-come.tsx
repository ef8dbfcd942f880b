import { ClipInvitation } from './clip-invitation.tsx';

/** While uploader or recorder are being loaded. */
export function ClipToCome() {
  return (
    <div className="drop is-busy" aria-busy="true">
      <span className="ic">
        <span className="spin" />
      </span>
      <ClipInvitation />
    </div>
  );
}
