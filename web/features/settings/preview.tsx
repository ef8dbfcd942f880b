import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { AlertCard } from '#web/ui/alert-card.tsx';
import { BusyPicture } from './busy-picture.tsx';
import { BrightPicture, DarkPicture } from './landscape-pictures.tsx';
import { previewOf, type SettingsForm } from './settings-form.ts';

const scenes = [
  { look: 'light', Picture: BrightPicture, says: true, mediaDuration: null },
  { look: 'dark', Picture: DarkPicture, says: false, mediaDuration: null },
  { look: 'busy', Picture: BusyPicture, says: true, mediaDuration: 12 },
] as const;

/** A sample card in the style of the form, over a bright, a dark and a busy picture, as it is painted on stream. */
export function Preview({ form }: { form: SettingsForm }) {
  const words = texts('settings').preview;
  const [shown, setShown] = useState(true);
  const Icon = shown ? EyeOff : Eye;
  return (
    <section className="preview stack" style={{ '--gap': '12px' }} aria-label={words.heading}>
      <div className="row between">
        <h2 className="h3">{words.heading}</h2>
        <button
          type="button"
          className="btn small quiet"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i s" />
          {shown ? words.hide : words.show}
        </button>
      </div>
      {shown && <Scenes form={form} />}
    </section>
  );
}

function Scenes({ form }: { form: SettingsForm }) {
  const words = texts('settings').preview;
  const customization = previewOf(form);
  return (
    <div className="pv" role="group" tabIndex={0} aria-label={words.scenes}>
      {scenes.map(({ look, Picture, says, mediaDuration }) => (
        <div className={`scene ${look}`} key={look}>
          <Picture />
          <AlertCard
            customization={customization}
            donation={{
              donatorName: words.sampleName,
              amount: 0.1,
              message: says ? words.sampleMessage : '',
              mediaDuration,
            }}
          />
        </div>
      ))}
    </div>
  );
}
