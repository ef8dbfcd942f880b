import './amount-choice.css';
import { useId } from 'react';
import type { OfferedToken } from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { useTokenName } from '#web/ui/use-token-name.ts';

interface CurrencyChoiceProps {
  tokens: readonly OfferedToken[];
  /** Null: SOL. */
  chosen: OfferedToken | null;
  onChoose: (token: OfferedToken | null) => void;
}

/** SOL, or one of the tokens that the streamer takes: radio buttons in one piece. */
export function CurrencyChoice({ tokens, chosen, onChoose }: CurrencyChoiceProps) {
  const group = useId();
  return (
    <fieldset className="choose">
      <legend className="flabel">{texts('donate').form.currency}</legend>
      <div className="currencies">
        {[null, ...tokens].map((token) => (
          <label className="pick" key={token?.mint ?? 'SOL'}>
            <input
              type="radio"
              name={group}
              checked={chosen?.mint === token?.mint}
              onChange={() => onChoose(token)}
            />
            <span>
              <b>{token?.symbol ?? 'SOL'}</b>
              {token === null ? <small>Solana</small> : <TokenName mint={token.mint} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function TokenName({ mint }: { mint: string }) {
  return <small>{useTokenName(mint)}</small>;
}
