import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { readCreated } from './read-created.ts';
import type { RegistrationForm } from './registration-form.ts';

interface LostRegistrationProps {
  /** What was sent. */
  typed: Pick<RegistrationForm, 'username' | 'password'>;
  onCreated: (created: RouteReply<'register'>) => void;
}

/** Where no answer to a registration came: that the account may be there, and the way into it. */
export function LostRegistration({ typed, onCreated }: LostRegistrationProps) {
  const { register: words, login } = texts('session');
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const handleSignIn = async () => {
    setBusy(true);
    toast.remove();
    try {
      const session = await call('login', { body: typed });
      signIn(session.user, session.token);
      const created = await readCreated(session).catch(() => null);
      if (created !== null) return onCreated(created);
      toast.success(login.done);
      await navigate('/app', { replace: true });
    } catch (error) {
      toast.error(wordsFor(error, login.failed));
      setBusy(false);
    }
  };

  return (
    <div className="note warn" role="status">
      <TriangleAlert className="i" />
      <div className="stack" style={{ '--gap': '8px' }}>
        <p>{words.lost(typed.username)}</p>
        <div>
          <ActButton
            className="small secondary"
            busy={busy}
            label={words.signInAs(typed.username)}
            busyLabel={login.busy}
            onAct={() => void handleSignIn()}
          />
        </div>
      </div>
    </div>
  );
}
