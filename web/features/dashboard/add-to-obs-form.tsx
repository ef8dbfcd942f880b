import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type SubmitEvent, useState } from 'react';
import { ObsProblem } from '#web/lib/obs-problem.ts';
import { alertSource } from '#web/lib/obs-source-url.ts';
import type { SourceAdded } from '#web/lib/obs-websocket.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { setUpObs } from './set-up-obs.ts';

const defaultPort = '4455';

interface AddToObsFormProps {
  widgetUrl: string;
  onCancel: () => void;
  onAdded: (added: SourceAdded) => void;
}

/** Asks for the password of OBS's WebSocket server. It goes from this tab to OBS, nowhere else, and is not kept. */
export function AddToObsForm({ widgetUrl, onCancel, onAdded }: AddToObsFormProps) {
  const [password, setPassword] = useState('');
  const [port, setPort] = useState(defaultPort);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { obs: words, cancel } = texts('dashboard');
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536;

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPort) return;
    setBusy(true);
    setProblem(null);
    try {
      onAdded(await setUpObs({ ...alertSource, url: widgetUrl, port: Number(port), password }));
    } catch (error) {
      console.info('OBS was not set up.', error);
      setProblem(words.problems[error instanceof ObsProblem ? error.code : 'refused']);
      setBusy(false);
    }
  };

  return (
    <form
      className="stack dialog-text"
      style={{ '--gap': '16px' }}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
    >
      <p className="muted">{words.how}</p>
      <PasswordField
        label={words.password}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        label={words.port}
        className="num"
        inputMode="numeric"
        error={isPort ? undefined : words.badPort}
        value={port}
        onChange={(event) => setPort(event.currentTarget.value.trim())}
      />
      {problem !== null && (
        <p className="note danger" role="alert">
          <TriangleAlert className="i" />
          <span>{problem}</span>
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onCancel}>
          {cancel}
        </button>
        <SubmitButton busy={busy} label={words.add} busyLabel={words.adding} className="" />
      </div>
    </form>
  );
}
