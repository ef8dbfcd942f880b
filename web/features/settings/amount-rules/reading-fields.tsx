import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { speechLanguages, type SpeechState } from '#contract/speech.ts';
import { texts } from '#web/texts/texts.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ReadingValues } from './reading-values.ts';
import { VolumeField } from './volume-field.tsx';

interface ReadingFieldsProps {
  values: ReadingValues;
  onChange: (changed: Partial<ReadingValues>) => void;
}

const sources = ['off', 'browser', 'server'] as const;

/** Who reads, with what is known of each. */
export function SourceFields({ state, values, onChange }: ReadingFieldsProps & { state: SpeechState }) {
  const words = texts('alertRules').reading;
  const hints = {
    off: undefined,
    browser: words.browserHint,
    server: state.isServerAble ? words.serverHint : words.serverUnable,
  };
  return (
    <>
      <fieldset className="choice">
        <legend className="flabel">{words.source}</legend>
        {sources.map((source) => (
          <label className="check" key={source}>
            <input
              type="radio"
              name="speech-source"
              checked={values.source === source}
              disabled={source === 'server' && !state.isServerAble && values.source !== 'server'}
              onChange={() => onChange({ source })}
            />
            <span>
              {words.sources[source]}
              {hints[source] !== undefined && <span className="hint">{hints[source]}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {values.source === 'browser' && <Voices state={state} />}
    </>
  );
}

function Voices({ state: { overlays, source } }: { state: SpeechState }) {
  const words = texts('alertRules').reading.voices;
  const isKnown = source === 'browser' && overlays.asked > 0;
  const isAble = overlays.able > 0;
  const Icon = !isKnown ? Info : isAble ? Check : TriangleAlert;
  const look = !isKnown ? '' : isAble ? 'good' : 'warn';
  return (
    <div className={`note ${look}`} role="status">
      <Icon className="i" />
      <p>{!isKnown ? words.unasked : isAble ? words.some : words.none}</p>
    </div>
  );
}

/** From which amount on, in which language and how loud. */
export function HowFields({ values, error, onChange }: ReadingFieldsProps & { error: string | undefined }) {
  const words = texts('alertRules').reading;
  return (
    <div className="cols3">
      <TextField
        label={words.minimum}
        className="num"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        placeholder={words.minimumPlaceholder}
        hint={words.minimumHint}
        error={error}
        value={values.minimumAmount}
        onChange={(event) => onChange({ minimumAmount: event.currentTarget.value })}
      />
      <ChoiceField
        label={words.language}
        hint={words.languageHint}
        value={values.language}
        choices={speechLanguages.map((language) => ({ value: language, label: words.languages[language] }))}
        onPick={(language) => onChange({ language })}
      />
      <VolumeField words={words} value={values.volume} onChange={(volume) => onChange({ volume })} />
    </div>
  );
}
