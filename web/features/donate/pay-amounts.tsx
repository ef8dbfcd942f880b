import type { ReactNode } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, hasCome, TokenAmount } from '#web/ui/amount.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { amountToAsk, tokensToAsk } from './amount-to-ask.ts';

/** What is to be paid now, as code, wallet and link ask for it, and below it what else is known of amounts. */
export function PayAmounts({ donation }: { donation: PublicDonation }) {
  const { amount, askedAmount, minAmount, token } = donation;
  const isPart = hasCome(donation);
  if (token === undefined) {
    const toPay = amountToAsk(donation);
    return (
      <AmountLines
        isPart={isPart}
        toPay={<Amount sol={toPay} isExact />}
        worth={<FiatNow sol={toPay} />}
        came={<Amount sol={amount} isExact />}
        chosen={askedAmount ? <Amount sol={askedAmount} isExact /> : null}
        minimum={<Amount sol={minAmount} isExact />}
      />
    );
  }
  const sum = (ofToken: string) => <TokenAmount sum={{ ...token, amount: ofToken }} />;
  return (
    <AmountLines
      isPart={isPart}
      toPay={sum(tokensToAsk(token))}
      came={sum(token.amount)}
      chosen={token.askedAmount === null ? null : sum(token.askedAmount)}
      minimum={sum(token.minAmount)}
    />
  );
}

interface AmountLinesProps {
  /** A part has come: what is missing is asked for, and what was chosen is history. */
  isPart: boolean;
  toPay: ReactNode;
  worth?: ReactNode;
  came: ReactNode;
  /** Null: nothing was chosen, so the minimum is asked for. */
  chosen: ReactNode;
  minimum: ReactNode;
}

function AmountLines({ isPart, toPay, worth, came, chosen, minimum }: AmountLinesProps) {
  const { payment } = texts('donate');
  const label = chosen === null ? payment.minimum : payment.chosen;
  return (
    <>
      <p className="label">{isPart ? payment.stillToPay : label}</p>
      {toPay}
      {worth}
      {(isPart || chosen !== null) && (
        <dl className="small muted least">
          {isPart && <AmountLine name={payment.alreadyReceived}>{came}</AmountLine>}
          {isPart && chosen !== null && <AmountLine name={payment.chosenBefore}>{chosen}</AmountLine>}
          <AmountLine name={payment.minimum}>{minimum}</AmountLine>
        </dl>
      )}
    </>
  );
}

function AmountLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
