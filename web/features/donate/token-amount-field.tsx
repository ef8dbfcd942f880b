import type { OfferedToken } from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';

interface TokenAmountFieldProps {
  token: OfferedToken;
  /** As it was typed. */
  amount: string;
  onAmount: (amount: string) => void;
  error: string | undefined;
}

/** How much of a token is to be asked for; left empty, the minimum. */
export function TokenAmountField({ token, amount, onAmount, error }: TokenAmountFieldProps) {
  return (
    <TextField
      label={texts('donate').form.tokenAmount(token.symbol)}
      optional
      className="num"
      inputMode="decimal"
      placeholder={token.minAmount}
      autoComplete="off"
      error={error}
      value={amount}
      onChange={(event) => onAmount(event.currentTarget.value)}
    />
  );
}
