import { longMessageLetters } from '#contract/moderation.ts';
import { texts } from '#web/texts/texts.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { AlertRules } from './alert-rules.ts';

interface HoldFieldsProps {
  rules: AlertRules;
  onChange: (changed: Partial<AlertRules>) => void;
}

/** What may be held besides every alert. */
const holds = ['holdsLinks', 'holdsClips', 'holdsNewDonors', 'holdsLongMessages'] as const;
/** Minutes that are offered; others come by the API. */
const offeredMinutes = [2, 5, 10, 15, 30];
/** Stands for no end of waiting in the list. */
const never = 0;

/** What waits for approval, and what becomes of it where nobody decides. */
export function HoldFields({ rules, onChange }: HoldFieldsProps) {
  const words = texts('settings').alerts;
  return (
    <>
      <Switch
        label={words.approveFirst}
        hint={words.approveFirstHint}
        checked={rules.approveFirst}
        onChange={(approveFirst) => onChange({ approveFirst })}
      />
      {!rules.approveFirst && (
        <fieldset className="choice">
          <legend className="flabel">{words.holdsSome}</legend>
          <div className="row wrapx languages" style={{ '--gap': '8px' }}>
            {holds.map((hold) => (
              <label className="check" key={hold}>
                <input
                  type="checkbox"
                  checked={rules[hold] ?? false}
                  onChange={(event) => onChange({ [hold]: event.currentTarget.checked })}
                />
                {words.holds[hold]}
              </label>
            ))}
          </div>
          <span className="hint">{words.holdsHint(longMessageLetters)}</span>
        </fieldset>
      )}
      <WhenUndecided minutes={rules.showsHeldAfterMinutes ?? null} onChange={onChange} />
    </>
  );
}

interface WhenUndecidedProps extends Pick<HoldFieldsProps, 'onChange'> {
  minutes: number | null;
}

function WhenUndecided({ minutes, onChange }: WhenUndecidedProps) {
  const words = texts('settings').alerts;
  const isOffered = minutes === null || offeredMinutes.includes(minutes);
  const all = isOffered ? offeredMinutes : [...offeredMinutes, minutes];
  return (
    <ChoiceField
      label={words.undecided}
      hint={words.undecidedHint}
      value={minutes ?? never}
      choices={[
        { value: never, label: words.goesOnWaiting },
        ...all.map((each) => ({ value: each, label: words.shownAfter(each) })),
      ]}
      onPick={(picked) => onChange({ showsHeldAfterMinutes: picked === never ? null : picked })}
    />
  );
}
