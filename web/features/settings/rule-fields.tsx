import { type WordListLanguage, wordListLanguages } from '#contract/moderation.ts';
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
  return (
    <>
      <Switch
        label="Approve every alert first"
        hint="Nothing is shown before you or a moderator says yes. The money is never touched."
        checked={rules.approveFirst}
        onChange={(approveFirst) => onChange({ approveFirst })}
      />
      <Switch
        label="Stack cards"
        hint="Cards appear as they come, above each other. When off, one follows the other and no sound is cut off."
        checked={rules.stacksCards}
        onChange={(stacksCards) => onChange({ stacksCards })}
      />
    </>
  );
}

const languages: Record<WordListLanguage, string> = {
  en: 'English',
  es: 'Spanish',
  de: 'German',
  fr: 'French',
  pt: 'Portuguese',
};

/** Which words are looked for, and what happens then. */
export function WordFields({ rules, errors, onChange }: RuleFieldsProps) {
  const toggle = (language: WordListLanguage) =>
    onChange({
      wordLists: wordListLanguages.filter((one) => rules.wordLists.includes(one) !== (one === language)),
    });
  return (
    <>
      <fieldset className="choice">
        <legend className="flabel">When a listed word is found</legend>
        <Choice
          label="Star the word out and show the alert"
          checked={rules.wordAction === 'mask'}
          onPick={() => onChange({ wordAction: 'mask' })}
        />
        <Choice
          label="Hold the alert until somebody approves it"
          checked={rules.wordAction === 'hold'}
          onPick={() => onChange({ wordAction: 'hold' })}
        />
      </fieldset>
      <fieldset className="choice">
        <legend className="flabel">Lists of insults and slurs</legend>
        <div className="row wrapx languages" style={{ '--gap': '8px' }}>
          {wordListLanguages.map((language) => (
            <label className="check" key={language}>
              <input
                type="checkbox"
                checked={rules.wordLists.includes(language)}
                onChange={() => toggle(language)}
              />
              {languages[language]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="cols2">
        <WordArea
          label="Your own words"
          hint="One a line. Whole words, whatever their case and accents."
          value={rules.ownWords}
          error={errors.ownWords}
          onChange={(ownWords) => onChange({ ownWords })}
        />
        <WordArea
          label="Words that are allowed"
          hint="Let through although a list has them."
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
  return (
    <div className="short">
      <TextField
        label="Clips from this amount on (SOL)"
        optional
        className="num"
        inputMode="decimal"
        placeholder="All clips"
        hint="Below it the default sound plays."
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
