import { useEffect, useRef, useState } from 'react';
import { wordsFor } from '#web/lib/call-problem.ts';
import type { PayingWallet, SolanaChain } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';
import { walletCall } from './wallet-call.ts';
import { payByWallet, type PaymentStage, type SentState, WalletStopped } from './wallet-payment.ts';

/** Where a payment by wallet stands on this page. */
export type WalletPaymentState =
  | { kind: 'idle'; note: { text: string; isError: boolean } | null }
  | { kind: 'busy'; stage: PaymentStage; wallet: PayingWallet }
  | { kind: 'sent'; state: SentState; isOverdue: boolean };

/** How long a payment may take to be seen before the page offers to pay again: its blockhash is outdated by then. */
const overdueMs = 120_000;
const idle: WalletPaymentState = { kind: 'idle', note: null };

interface Paying {
  state: WalletPaymentState;
  pay: (wallet: PayingWallet, amount: number) => Promise<void>;
  /** Gives up waiting for the wallet. */
  stop: () => void;
  /** Back to the beginning after a payment that was never seen. */
  again: () => void;
}

/** One payment at a time by a wallet. `onSent` is told when one is on its way, never that it has arrived. */
export function useWalletPayment(
  facts: { donationId: string; chain: SolanaChain; networkLabel: string },
  onSent: () => void,
): Paying {
  const [state, setState] = useState<WalletPaymentState>(idle);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useOverdue(state, setState);

  async function pay(wallet: PayingWallet, amount: number): Promise<void> {
    const { donationId, chain, networkLabel } = facts;
    const stop = new AbortController();
    stopping.current = stop;
    const onStage = (stage: PaymentStage) => setState({ kind: 'busy', stage, wallet });
    try {
      const { signal } = stop;
      const sent = await payByWallet({
        wallet,
        chain,
        donationId,
        amount,
        signal,
        onStage,
        call: walletCall,
      });
      setState({ kind: 'sent', state: sent, isOverdue: false });
      onSent();
    } catch (error) {
      setState({
        kind: 'idle',
        note: noteOf(error, { isStopped: stop.signal.aborted, wallet, networkLabel }),
      });
    }
  }

  return { state, pay, stop: () => stopping.current?.abort(), again: () => setState(idle) };
}

function useOverdue(state: WalletPaymentState, setState: (state: WalletPaymentState) => void): void {
  useEffect(() => {
    if (state.kind !== 'sent' || state.isOverdue) return undefined;
    const timer = setTimeout(() => setState({ ...state, isOverdue: true }), overdueMs);
    return () => clearTimeout(timer);
  }, [state, setState]);
}

/** Why nothing was paid; quietly where the person wanted it so. */
function noteOf(
  error: unknown,
  at: { isStopped: boolean; wallet: PayingWallet; networkLabel: string },
): { text: string; isError: boolean } {
  const words = texts('walletPay');
  if (at.isStopped) return { text: words.nothingPaid, isError: false };
  if (!(error instanceof WalletStopped)) return { text: wordsFor(error, words.notBuilt), isError: true };
  const { name } = at.wallet;
  if (error.why === 'rejected') return { text: words.nothingPaid, isError: false };
  if (error.why === 'noAccount') return { text: words.noAccount(name, at.networkLabel), isError: true };
  if (error.why === 'connecting') return { text: words.notConnected(name), isError: true };
  return { text: words.notSigned(name, at.networkLabel), isError: true };
}
