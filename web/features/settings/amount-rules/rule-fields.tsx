import type { AlertRules } from '#contract/alert-rules.ts';
import { ruleSeconds } from '#contract/alert-rules.ts';
import { texts } from '#web/texts/texts.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { ClipPlayButton } from '#web/ui/clip-player-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { RuleValues } from './rule-values.ts';
import { useSoundChoices } from './use-alert-rules.ts';
import { VolumeField } from './volume-field.tsx';

interface RuleFieldsProps {
  values: RuleValues;
  errors: Record<string, string>;
  onChange: (changed: Partial<RuleValues>) => void;
}

const kinds = ['from', 'exact'] as const;
const { least, most } = ruleSeconds;
const seconds = Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** For which amounts the rule is. */
export function AppliesFields({ values, errors, onChange }: RuleFieldsProps) {
  const words = texts('alertRules').form;
  return (
    <div className="cols2">
      <fieldset className="choice">
        <legend className="flabel">{words.applies}</legend>
        {kinds.map((kind) => (
          <label className="check" key={kind}>
            <input
              type="radio"
              name="rule-kind"
              checked={values.kind === kind}
              onChange={() => onChange({ kind })}
            />
            {words.kinds[kind]}
          </label>
        ))}
      </fieldset>
      <Field label={words.amount} hint={words.amountHint} error={errors['amount']}>
        {(attributes) => (
          <span className="with-end">
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              {...attributes}
              value={values.amount}
              onChange={(event) => onChange({ amount: event.currentTarget.value })}
            />
            <span className="end">SOL</span>
          </span>
        )}
      </Field>
    </div>
  );
}

/** What is heard. */
export function PlaysFields({ values, onChange, rules }: RuleFieldsProps & { rules: AlertRules }) {
  const words = texts('alertRules').form;
  const { usual, builtIn, own } = useSoundChoices(rules);
  const chosen = [...builtIn, ...own].find(({ value }) => value === values.sound) ?? usual;
  return (
    <>
      <div className="cols2">
        <Field label={words.sound} hint={words.soundHint}>
          {(attributes) => (
            <span className="row sound-choice">
              <span className="grow">
                <Select
                  {...attributes}
                  value={chosen.value}
                  onChange={(event) => onChange({ sound: event.currentTarget.value })}
                >
                  <option value="">{usual.name}</option>
                  <Choices label={words.builtIn} choices={builtIn} />
                  {own.length > 0 && <Choices label={words.own} choices={own} />}
                </Select>
              </span>
              <ClipPlayButton url={chosen.url} label={words.listen(chosen.name)} />
            </span>
          )}
        </Field>
        <VolumeField words={words} value={values.volume} onChange={(volume) => onChange({ volume })} />
      </div>
      <Switch
        label={words.playsClip}
        hint={words.playsClipHint}
        checked={values.playsClip}
        onChange={(playsClip) => onChange({ playsClip })}
      />
    </>
  );
}

/** What is seen, and for how long. */
export function StandsFields({ values, onChange }: RuleFieldsProps) {
  const words = texts('alertRules').form;
  return (
    <>
      <Switch
        label={words.showsMessage}
        hint={words.showsMessageHint}
        checked={values.showsMessage}
        onChange={(showsMessage) => onChange({ showsMessage })}
      />
      <div className="short">
        <ChoiceField
          label={words.seconds}
          value={values.seconds}
          choices={seconds.map((count) => ({ value: count, label: words.secondsUnit(count) }))}
          onPick={(count) => onChange({ seconds: count })}
        />
      </div>
    </>
  );
}

function Choices({ label, choices }: { label: string; choices: readonly { value: string; name: string }[] }) {
  return (
    <optgroup label={label}>
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
