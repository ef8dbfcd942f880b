import { useRef, useState } from 'react';
import { type AlertSoundFile, mostAlertSounds } from '#contract/alert-rules.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { ClipPlayButton } from '#web/ui/clip-player-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useStoredRules } from './use-alert-rules.ts';
import { useSoundUpload } from './use-sound-upload.ts';

/** The ends of names and the types that a sound may have: those of donors' clips. */
const pickerTypes = '.mp3,.wav,.ogg,.m4a,.webm,audio/*';

/** The streamer's own sounds: what is there, one more, one less. */
export function OwnSounds({ sounds }: { sounds: readonly AlertSoundFile[] }) {
  const words = texts('alertRules').sounds;
  const picker = useRef<HTMLInputElement>(null);
  const { share, send } = useSoundUpload();
  return (
    <section className="card stack" aria-labelledby="own-sounds" tabIndex={-1}>
      <div>
        <h2 className="h2" id="own-sounds">
          {words.heading}
        </h2>
        <p className="muted small">{words.lead}</p>
      </div>
      {sounds.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="rows">
          {sounds.map((sound) => (
            <Sound key={sound.id} sound={sound} />
          ))}
        </ul>
      )}
      {sounds.length < mostAlertSounds && (
        <div className="row">
          <input
            ref={picker}
            className="sr"
            type="file"
            tabIndex={-1}
            aria-label={words.add}
            accept={pickerTypes}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file !== undefined) void send(file);
            }}
          />
          <ActButton
            className="small secondary"
            busy={share !== null}
            label={words.add}
            busyLabel={words.adding(Math.round((share ?? 0) * 100))}
            onAct={() => picker.current?.click()}
          />
        </div>
      )}
    </section>
  );
}

function Sound({ sound: { id, name, url, duration } }: { sound: AlertSoundFile }) {
  const words = texts('alertRules').sounds;
  const store = useStoredRules();
  const [isAsking, setAsking] = useState(false);
  const row = useHandOnFocus<HTMLLIElement>('section');
  const remove = async () => {
    try {
      const stored = await call('deleteAlertSound', { params: { id } });
      toast.success(words.deleted);
      setAsking(false);
      await store(stored);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
  };
  return (
    <li className="row between own-sound" ref={row}>
      <span className="row">
        <ClipPlayButton url={url} label={texts('alertRules').form.listen(name)} seconds={duration} />
        <span className="name" dir="auto">
          {name}
        </span>
        <span className="small muted num">{words.seconds(duration.toFixed(1))}</span>
      </span>
      <button
        type="button"
        className="btn small danger-quiet"
        aria-label={texts('alertRules').of(words.remove, name)}
        onClick={() => setAsking(true)}
      >
        {words.remove}
      </button>
      {isAsking && (
        <AskFirst
          question={words.question(name)}
          effects={[words.effect]}
          keep={words.keep}
          confirm={words.confirm}
          busyLabel={words.deleting}
          onKeep={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </li>
  );
}
