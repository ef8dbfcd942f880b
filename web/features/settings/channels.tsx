import { type SubmitEvent, useState } from 'react';
import { mostChannels, readChannel } from '#contract/channels.ts';
import { useUser } from '#web/lib/session.tsx';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { channelText } from '#web/ui/channel-text.ts';
import { Field } from '#web/ui/field.tsx';
import { SavePart } from './save-part.tsx';
import { useChangeAccount } from './use-change-account.ts';

/** Where a streamer can be seen: donors compare the donation page with it. One on a line. */
export function Channels() {
  const words = texts('settings').channels;
  const user = useUser();
  const changeAccount = useChangeAccount();
  const saved = { lines: (user.channels ?? []).map(channelText).join('\n') };
  const [{ lines }, setForm] = useState(useDraft('channels', saved));
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Until it is touched it is what another tab has saved.
  useSavedNow(saved, setForm);
  const isUnsaved = useUnsaved('channels', { lines: lines.trim() }, saved);

  const save = async () => {
    const typed = lines.split('\n').filter((line) => line.trim() !== '');
    const unread = typed.find((line) => readChannel(line) === null);
    if (unread !== undefined) return setRefusal(words.unread(unread.trim()));
    const channels = [...new Set(typed.flatMap((line) => readChannel(line) ?? []))];
    if (channels.length > mostChannels) return setRefusal(words.tooMany(mostChannels));
    setRefusal(undefined);
    setBusy(true);
    const problem = await changeAccount({ channels });
    setBusy(false);
    // As they are saved, unless something was typed meanwhile.
    if (problem === null)
      setForm((now) => (now.lines === lines ? { lines: channels.map(channelText).join('\n') } : now));
  };

  return (
    <section className="card stack" aria-labelledby="channels" tabIndex={-1}>
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h2" id="channels">
          {words.heading}
        </h2>
        <p className="muted small">{words.lead}</p>
      </div>
      <form
        className="stack"
        style={{ '--gap': '12px' }}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={words.links} hint={words.hint(mostChannels)} error={refusal}>
          {(attributes) => (
            <textarea
              className="input mono"
              rows={4}
              spellCheck={false}
              autoComplete="off"
              maxLength={1000}
              {...attributes}
              value={lines}
              onChange={(event) => setForm({ lines: event.currentTarget.value })}
            />
          )}
        </Field>
        {isUnsaved && <SavePart busy={busy} label={words.save} />}
      </form>
    </section>
  );
}
