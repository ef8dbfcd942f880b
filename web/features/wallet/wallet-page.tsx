import '#web/features/settings/settings.css';
import './wallet.css';
import { useCallback, useEffect, useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { BalanceCard } from './balance-card.tsx';
import { useFoundOrder } from './use-found-order.ts';
import { useWallet, useWalletTokens } from './use-wallet.ts';
import { WalletHistory } from './wallet-history.tsx';
import { WalletTokens } from './wallet-tokens.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';

/** /app/wallet: what is in the generated wallet, taking it out, and what came and went. */
export function WalletPage() {
  const words = texts('wallet');
  useTitle(words.title);
  const { connect } = useLive();
  useEffect(connect, [connect]);
  const { data, error, refetch, isError, dataUpdatedAt } = useWallet();
  // Read beside it: the card of the tokens stands above the history from the start.
  const { isFetched: areTokensRead } = useWalletTokens();
  const readAt = new Date(dataUpdatedAt).toISOString();
  return (
    <>
      <div className="pagehead">
        <h1 className="title">{words.title}</h1>
      </div>
      {data !== undefined && (
        <Parts wallet={data} oldSince={isError ? readAt : null} areTokensRead={areTokensRead} />
      )}
      {data === undefined && error === null && <PageSpinner />}
      {data === undefined && error !== null && (
        <div className="card stack" role="alert">
          <p className="muted">{words.notLoaded(error.message)}</p>
          <button type="button" className="btn small secondary" onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </div>
      )}
    </>
  );
}

interface PartsProps {
  wallet: Wallet;
  /** When it was read, if it could not be read again. */
  oldSince: string | null;
  /** Or failed to be: it is tried again, and the history stays. */
  areTokensRead: boolean;
}

function Parts({ wallet, oldSince, areTokensRead }: PartsProps) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const close = useCallback(() => setIsWithdrawing(false), []);
  useFoundOrder(wallet.withdrawal, close);
  return (
    <div className="stack" style={{ '--gap': '24px' }}>
      <BalanceCard wallet={wallet} oldSince={oldSince} onWithdraw={() => setIsWithdrawing(true)} />
      {wallet.withdrawal !== null && <WithdrawalCard withdrawal={wallet.withdrawal} />}
      {areTokensRead ? (
        <>
          <WalletTokens wallet={wallet} />
          <WalletHistory wallet={wallet} />
        </>
      ) : (
        <SectionState error={null} onRetry={() => undefined} isCard />
      )}
      {isWithdrawing && <WithdrawDialog balance={wallet.balance} onClose={close} />}
    </div>
  );
}
