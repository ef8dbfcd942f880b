import CircleOff from 'lucide-react/icons/circle-off';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Tells streamers that they have closed their link themselves, which is easily forgotten, and opens it again. */
export function ClosedNote() {
  const { update } = useSession();
  const [isBusy, setBusy] = useState(false);
  const words = texts('dashboard').closed;

  const accept = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      update(await call('changeAccount', { body: { acceptingDonations: true } }));
      toast.success(words.accepted);
      // The button is gone with the note.
      document.getElementById('on-air')?.focus();
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
      setBusy(false);
    }
  };
  return (
    <section className="note warn" aria-labelledby="closed">
      <CircleOff className="i" aria-hidden="true" />
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h3" id="closed">
          {words.title}
        </h2>
        <p>{words.text}</p>
        <div>
          <button
            type="button"
            className="btn small secondary"
            aria-disabled={isBusy}
            onClick={() => void accept()}
          >
            {words.accept}
          </button>
        </div>
      </div>
    </section>
  );
}
