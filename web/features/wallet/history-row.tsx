import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Link } from 'react-router';
import { isRemovedName } from '#contract/removed-name.ts';
import type { WalletEntry } from '#contract/wallet.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, exactAmount } from '#web/ui/amount.tsx';
import { formatDate, shortAddress } from '#web/ui/format.ts';
import { TransactionProof } from '#web/ui/transaction-proof.tsx';

/** One entry: what it was, when, how much, and its proof on the chain. */
export function HistoryRow({ entry }: { entry: WalletEntry }) {
  const words = texts('wallet').history;
  const { amount, fee, at, succeeded, signature } = entry;
  const date = formatDate(at);
  const isIn = amount > 0;
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight;
  return (
    <li>
      <span className={isIn ? 'way-icon in' : 'way-icon'}>
        <Icon className="i" />
      </span>
      <div className="grow">
        <div className="what">
          <What entry={entry} />
        </div>
        <div className="micro faint num">
          {date}
          {!succeeded && ` · ${words.failed}`}
          {succeeded && -amount > fee && fee > 0 && ` · ${words.fee(exactAmount(fee))}`}
        </div>
      </div>
      <span className={isIn ? 'moved in num' : 'moved num'}>
        {isIn ? '+' : '−'}
        <Amount sol={Math.abs(amount)} />
      </span>
      <TransactionProof
        signature={signature}
        words={{ explorer: words.explorer(date), copy: words.copy(date), copied: words.copied }}
      />
    </li>
  );
}

function What({ entry: { kind, donationId, donatorName, address, amount } }: { entry: WalletEntry }) {
  const words = texts('wallet').history;
  if (kind === 'withdrawal') return words.withdrawal(shortAddress(address ?? ''));
  if (kind === 'other') return amount > 0 ? words.otherIn : words.otherOut;
  if (donatorName === null) return words.donationGone;
  const said = isRemovedName(donatorName)
    ? `${words.donationGone} · ${texts('common').removed.name}`
    : kind === 'donation'
      ? words.donation(donatorName)
      : words.donationFee(donatorName);
  // Older servers do not say which one it was.
  if (donationId === undefined) return said;
  return (
    <Link className="link" dir="auto" to={`/app/donations?search=${donationId}`}>
      {said}
    </Link>
  );
}
