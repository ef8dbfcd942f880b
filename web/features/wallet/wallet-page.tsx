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
  const { data, error, refetch } = useWallet();
  return (
    <>
      <div className="pagehead">
        <h1 className="title">{words.title}</h1>
      </div>
      {data !== undefined && <Parts wallet={data} />}
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

function Parts({ wallet }: { wallet: Wallet }) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const close = useCallback(() => setIsWithdrawing(false), []);
  useFoundOrder(wallet.withdrawal, close);
  return (
    <div className="stack" style={{ '--gap': '24px' }}>
      <BalanceCard wallet={wallet} onWithdraw={() => setIsWithdrawing(true)} />
      {wallet.withdrawal !== null && <WithdrawalCard withdrawal={wallet.withdrawal} />}
      <WalletTokens wallet={wallet} />
      <WalletHistory wallet={wallet} />
      {isWithdrawing && <WithdrawDialog balance={wallet.balance} onClose={close} />}
    </div>
  );
}
