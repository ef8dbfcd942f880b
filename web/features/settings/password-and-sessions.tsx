import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { ChangePassword } from './change-password.tsx';
import { PasswordRecovery } from './password-recovery.tsx';
import { SessionList } from './session-list.tsx';

/** The password, and every browser that is signed in with it. */
export function PasswordAndSessions() {
  const words = texts('settings');
  const [changing, setChanging] = useState(false);
  return (
    <section className="card stack" aria-labelledby="sessions" tabIndex={-1}>
      <h2 className="h2" id="sessions">
        {words.sessions.heading}
      </h2>
      <div className="row between wrapx">
        <div className="grow">
          <p className="flabel">{words.password.label}</p>
          <p className="hint">{words.password.hint}</p>
        </div>
        <button type="button" className="btn small secondary" onClick={() => setChanging(true)}>
          {words.password.change}
        </button>
      </div>
      <PasswordRecovery />
      <hr />
      <SessionList />
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </section>
  );
}
