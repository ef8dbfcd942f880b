import { wordListLanguages, type WordListLanguage } from '#contract/moderation.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { Field, TextField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { AlertRules } from './alert-rules.ts';

interface RuleFieldsProps {
  rules: AlertRules;
  errors: Partial<Record<keyof AlertRules, string>>;
  onChange: (changed: Partial<AlertRules>) => void;
}

/** How alerts come onto the stream. */
export function ShowFields({ rules, onChange }: RuleFieldsProps) {
  const words = texts('settings').alerts;
  const { fiatCurrency } = useConfig();
  return (
    <>
      <Switch
        label={words.stack}
        hint={words.stackHint}
        checked={rules.stacksCards}
        onChange={(stacksCards) => onChange({ stacksCards })}
      />
      {fiatCurrency !== null && (
        <Switch
          label={words.showFiat(fiatCurrency)}
          hint={words.showFiatHint}
          checked={rules.showsFiat ?? false}
          onChange={(showsFiat) => onChange({ showsFiat })}
        />
      )}
    </>
  );
}

/** Which words are looked for, and what happens then. */
export function WordFields({ rules, errors, onChange }: RuleFieldsProps) {
  const words = texts('settings').alerts;
  const toggle = (language: WordListLanguage) =>
    onChange({
      wordLists: wordListLanguages.filter((one) => rules.wordLists.includes(one) !== (one === language)),
    });
  return (
    <>
      <fieldset className="choice">
        <legend className="flabel">{words.whenFound}</legend>
        <Choice
          label={words.mask}
          checked={rules.wordAction === 'mask'}
          onPick={() => onChange({ wordAction: 'mask' })}
        />
        <Choice
          label={words.hold}
          checked={rules.wordAction === 'hold'}
          onPick={() => onChange({ wordAction: 'hold' })}
        />
      </fieldset>
      <fieldset className="choice">
        <legend className="flabel">{words.lists}</legend>
        <div className="row wrapx languages" style={{ '--gap': '8px' }}>
          {wordListLanguages.map((language) => (
            <label className="check" key={language}>
              <input
                type="checkbox"
                checked={rules.wordLists.includes(language)}
                onChange={() => toggle(language)}
              />
              {words.languages[language]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="cols2">
        <WordArea
          label={words.ownWords}
          hint={words.ownWordsHint}
          value={rules.ownWords}
          error={errors.ownWords}
          onChange={(ownWords) => onChange({ ownWords })}
        />
        <WordArea
          label={words.allowedWords}
          hint={words.allowedWordsHint}
          value={rules.allowedWords}
          error={errors.allowedWords}
          onChange={(allowedWords) => onChange({ allowedWords })}
        />
      </div>
    </>
  );
}

/** From which amount on clips are heard. */
export function ClipFields({ rules, errors, onChange }: RuleFieldsProps) {
  const words = texts('settings').alerts;
  return (
    <div className="short">
      <TextField
        label={words.clips}
        optional
        className="num"
        inputMode="decimal"
        placeholder={words.clipsPlaceholder}
        hint={words.clipsHint}
        error={errors.clipMinimumAmount}
        value={rules.clipMinimumAmount}
        onChange={(event) => onChange({ clipMinimumAmount: event.currentTarget.value })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  onPick: () => void;
}

function Choice({ label, checked, onPick }: ChoiceProps) {
  return (
    <label className="check">
      <input type="radio" name="word-action" checked={checked} onChange={onPick} />
      {label}
    </label>
  );
}

interface WordAreaProps {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function WordArea({ label, hint, value, error, onChange }: WordAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          className="input words"
          dir="auto"
          spellCheck={false}
          {...attributes}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
