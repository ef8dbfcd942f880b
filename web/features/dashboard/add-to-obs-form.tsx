import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type SubmitEvent, useState } from 'react';
import { ObsProblem, obsProblems } from '#web/lib/obs-problem.ts';
import type { SourceAdded } from '#web/lib/obs-websocket.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { alertSource } from './obs-source-url.ts';
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
      setProblem(error instanceof ObsProblem ? error.message : obsProblems.refused);
      setBusy(false);
    }
  };

  return (
    <form
      className="stack"
      style={{ '--gap': '16px' }}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
    >
      <p className="muted">
        In OBS on this computer open Tools, WebSocket Server Settings, tick Enable WebSocket server, and copy
        the password from Show Connect Info. It is sent to OBS alone.
      </p>
      <PasswordField
        label="Server password"
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        label="Port"
        className="num"
        inputMode="numeric"
        error={isPort ? undefined : 'Please enter a port from 1 to 65535'}
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
          Cancel
        </button>
        <SubmitButton busy={busy} label="Add to OBS" busyLabel="Asking OBS..." className="" />
      </div>
    </form>
  );
}
