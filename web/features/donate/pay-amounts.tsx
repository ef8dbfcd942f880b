import type { ReactNode } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, hasCome, TokenAmount } from '#web/ui/amount.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { amountToAsk, tokensToAsk } from './amount-to-ask.ts';

/**
 * What is to be paid now, as code, wallet and link ask for it, and below it what else that depends on. As many lines once a
 * part has come: the buttons below stay where they are.
 */
export function PayAmounts({ donation }: { donation: PublicDonation }) {
  const { askedAmount, minAmount, token } = donation;
  const { payment } = texts('donation');
  const isPart = hasCome(donation);
  if (token === undefined) {
    const toPay = amountToAsk(donation);
    return (
      <AmountLines
        isPart={isPart}
        toPay={<Amount sol={toPay} isExact />}
        worth={<FiatNow sol={toPay} />}
        isChosen={Boolean(askedAmount)}
        minimum={<Amount sol={minAmount} isExact />}
        fee={<p className="small muted">{payment.networkFee}</p>}
      />
    );
  }
  const sum = (ofToken: string) => <TokenAmount sum={{ ...token, amount: ofToken }} />;
  return (
    <AmountLines
      isPart={isPart}
      toPay={sum(tokensToAsk(token))}
      isChosen={token.askedAmount !== null}
      minimum={sum(token.minAmount)}
    />
  );
}

interface AmountLinesProps {
  /** A part has come: what is missing is asked for. */
  isPart: boolean;
  toPay: ReactNode;
  worth?: ReactNode;
  /** The donor chose an amount; otherwise the minimum is asked for. */
  isChosen: boolean;
  minimum: ReactNode;
  /** What the donor's wallet adds. */
  fee?: ReactNode;
}

function AmountLines({ isPart, toPay, worth, isChosen, minimum, fee }: AmountLinesProps) {
  const { payment } = texts('donation');
  return (
    <>
      <p className="label">{isPart ? payment.stillToPay : payment[isChosen ? 'chosen' : 'minimum']}</p>
      {toPay}
      {worth}
      {isChosen && (
        <dl className="small muted least">
          <dt>{payment.minimum}</dt>
          <dd>{minimum}</dd>
        </dl>
      )}
      {fee}
    </>
  );
}
