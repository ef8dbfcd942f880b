import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** How many days there are to change one's mind; the server says the same with the date. */
const graceDays = 7;

/** The end of the account: what goes, what stays, and the button that asks. Gone while it is waiting for its end. */
export function DeleteAccount() {
  const words = texts('settings').deletion;
  const user = useUser();
  const [isAsking, setIsAsking] = useState(false);
  if (user.deletesAt !== undefined) return null;
  return (
    <section className="card stack" aria-labelledby="deletion">
      <h2 className="h2" id="deletion">
        {words.heading}
      </h2>
      <p className="muted">{words.lead(graceDays)}</p>
      <p className="muted">{words.stays}</p>
      <div>
        <button type="button" className="btn outline danger-quiet" onClick={() => setIsAsking(true)}>
          <Trash2 className="i s" />
          {words.act}
        </button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}
