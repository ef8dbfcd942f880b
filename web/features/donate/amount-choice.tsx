import './amount-choice.css';
import { useId } from 'react';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { chosenBy, type DonorWishes } from './donor-wishes.ts';
import { amountInput } from './wallet-amount.ts';

interface AmountChoiceProps {
  /** SOL; one at least. */
  presets: readonly number[];
  wishes: DonorWishes;
  onWishes: (wishes: DonorWishes) => void;
  error: string | undefined;
}

/** The amounts that the streamer offers, and another one to be typed. Without a choice the minimum is asked for. */
export function AmountChoice({ presets, wishes, onWishes, error }: AmountChoiceProps) {
  const { form } = texts('donate');
  const group = useId();
  const chosen = chosenBy(wishes, presets);
  const choose = (amount: string, isOther: boolean) => onWishes({ ...wishes, amount, isOther });
  return (
    <fieldset className="choose">
      <legend className="flabel">
        {form.amount}
        <span className="opt"> {texts('common').optional}</span>
      </legend>
      <div className="amounts">
        {presets.map(amountInput).map((amount) => (
          <label className="pick num" key={amount}>
            <input
              type="radio"
              name={group}
              checked={chosen === 'preset' && amount === wishes.amount}
              onChange={() => choose(amount, false)}
            />
            <span>
              <b>{amount}</b> SOL
            </span>
          </label>
        ))}
        <label className="pick other">
          <input
            type="radio"
            name={group}
            checked={chosen === 'other'}
            onChange={() => choose(wishes.amount, true)}
          />
          <span>{form.otherAmount}</span>
        </label>
      </div>
      {chosen === 'other' && (
        <TextField
          label={form.otherAmountLabel}
          className="num"
          inputMode="decimal"
          autoComplete="off"
          error={error}
          value={wishes.amount}
          onChange={(event) => choose(event.currentTarget.value, true)}
        />
      )}
    </fieldset>
  );
}
