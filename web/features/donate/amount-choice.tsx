import './amount-choice.css';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { chosenBy, type DonorWishes } from './donor-wishes.ts';
import { amountInput } from './wallet-amount.ts';

interface AmountChoiceProps {
  /** SOL; without any the amount can only be typed. */
  presets: readonly number[];
  /** SOL that are asked for where nothing is typed; it stands in the empty field. */
  minimum: number;
  wishes: DonorWishes;
  onWishes: (wishes: DonorWishes) => void;
  error: string | undefined;
}

/**
 * The amounts that the streamer offers, and another one to be typed; the field alone where none is offered. Without a
 * choice the minimum is asked for; what is chosen is taken back by pressing it once more.
 */
export function AmountChoice({ presets, minimum, wishes, onWishes, error }: AmountChoiceProps) {
  const { form } = texts('donate');
  const group = useId();
  const chosen = chosenBy(wishes, presets);
  const choose = (amount: string, isOther: boolean) => onWishes({ ...wishes, amount, isOther });
  const clear = () => choose('', false);
  // By keyboard the choice goes on with the arrows; a finger means to type.
  const [isOtherTapped, setOtherTapped] = useState(false);
  const field = useFocusHere<HTMLInputElement>(isOtherTapped && chosen === 'other');
  const isOffered = presets.length > 0;
  const typed = (
    <TextField
      label={form.otherAmountLabel}
      optional={!isOffered}
      ref={field}
      className="num"
      inputMode="decimal"
      placeholder={amountInput(minimum)}
      autoComplete="off"
      error={error}
      value={wishes.amount}
      onChange={(event) => choose(event.currentTarget.value, isOffered)}
    />
  );
  if (!isOffered) return typed;
  return (
    <fieldset className="choose">
      <legend className="flabel">
        {form.amount}
        <span className="opt"> {texts('common').optional}</span>
      </legend>
      <div className="amounts">
        {presets.map(amountInput).map((amount) => (
          <Pick
            key={amount}
            group={group}
            className="num"
            isChosen={chosen === 'preset' && amount === wishes.amount}
            onChoose={() => choose(amount, false)}
            onClear={clear}
          >
            <b>{amount}</b> SOL
          </Pick>
        ))}
        <Pick
          group={group}
          className="other"
          isChosen={chosen === 'other'}
          onChoose={(isTap) => {
            setOtherTapped(isTap);
            choose(wishes.amount, true);
          }}
          onClear={clear}
        >
          {form.otherAmount}
        </Pick>
      </div>
      {chosen === 'other' && typed}
    </fieldset>
  );
}

interface PickProps {
  group: string;
  className: string;
  isChosen: boolean;
  /** `isTap`: with a pointer, not a key. */
  onChoose: (isTap: boolean) => void;
  onClear: () => void;
  children: ReactNode;
}

/** A radio button that can also be taken back. Arrow keys click what they choose; the space bar only what is not chosen. */
function Pick({ group, className, isChosen, onChoose, onClear, children }: PickProps) {
  const handleKeyUp = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !isChosen) return;
    event.preventDefault();
    onClear();
  };
  return (
    <label className={`pick ${className}`}>
      <input
        type="radio"
        name={group}
        checked={isChosen}
        readOnly
        onClick={({ detail }) => (isChosen ? onClear() : onChoose(detail > 0))}
        onKeyUp={handleKeyUp}
      />
      <span>{children}</span>
    </label>
  );
}
