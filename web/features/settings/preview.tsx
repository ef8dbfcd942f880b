import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { AlertCard } from '#web/ui/alert-card.tsx';
import { BusyPicture } from './busy-picture.tsx';
import { previewOf, type SettingsForm } from './settings-form.ts';

const sample = {
  donatorName: 'CryptoFan',
  amount: 0.1,
  message: 'Great stream! Keep up the amazing work!',
  mediaDuration: null,
};
const scenes = [
  { look: 'light', donation: sample },
  { look: 'dark', donation: { ...sample, message: '' } },
  { look: 'busy', donation: { ...sample, mediaDuration: 12 } },
] as const;

/** A sample card in the style of the form, over a bright, a dark and a busy picture, as it is painted on stream. */
export function Preview({ form }: { form: SettingsForm }) {
  const [shown, setShown] = useState(true);
  const Icon = shown ? EyeOff : Eye;
  const customization = previewOf(form);
  return (
    <aside className="preview stack" style={{ '--gap': '12px' }} aria-label="Preview">
      <div className="row between">
        <h2 className="h3">Preview</h2>
        <button
          type="button"
          className="btn small quiet"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i s" />
          {shown ? 'Hide Preview' : 'Show Preview'}
        </button>
      </div>
      {shown && (
        <div
          className="pv"
          role="group"
          tabIndex={0}
          aria-label="Card over a bright, a dark and a busy picture"
        >
          {scenes.map(({ look, donation }) => (
            <div className={`scene ${look}`} key={look}>
              {look === 'busy' && <BusyPicture />}
              <AlertCard customization={customization} donation={donation} />
            </div>
          ))}
        </div>
      )}
    </aside>
  );
}
