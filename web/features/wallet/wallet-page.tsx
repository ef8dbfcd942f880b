import '#web/features/settings/settings.css';
import './wallet.css';
import { useCallback, useEffect, useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { BalanceCard } from './balance-card.tsx';
import { useFoundOrder } from './use-found-order.ts';
import { useWallet } from './use-wallet.ts';
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
  const readAt = new Date(dataUpdatedAt).toISOString();
  return (
    <>
      <div className="pagehead">
        <h1 className="title">{words.title}</h1>
      </div>
      {data !== undefined && <Parts wallet={data} oldSince={isError ? readAt : null} />}
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
}

function Parts({ wallet, oldSince }: PartsProps) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const close = useCallback(() => setIsWithdrawing(false), []);
  useFoundOrder(wallet.withdrawal, close);
  return (
    <div className="stack" style={{ '--gap': '24px' }}>
      <BalanceCard wallet={wallet} oldSince={oldSince} onWithdraw={() => setIsWithdrawing(true)} />
      {wallet.withdrawal !== null && <WithdrawalCard withdrawal={wallet.withdrawal} />}
      <WalletTokens wallet={wallet} />
      <WalletHistory wallet={wallet} />
      {isWithdrawing && <WithdrawDialog balance={wallet.balance} onClose={close} />}
    </div>
  );
}
