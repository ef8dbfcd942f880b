import './wallet-pay.css';
import Info from 'lucide-react/icons/info';
import { useMemo, useSyncExternalStore } from 'react';
import type { PublicConfig } from '#contract/donation-routes.ts';
import type { PublicDonation } from '#contract/donation.ts';
import { canPay, listWallets, onWalletsChange } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';
import { amountToAsk } from './amount-to-ask.ts';
import { useWalletPayment } from './use-wallet-payment.ts';
import { WalletForm } from './wallet-form.tsx';
import { WalletSent } from './wallet-sent.tsx';

interface WalletPayProps {
  donation: Pick<PublicDonation, 'id' | 'amount' | 'minAmount' | 'missingAmount' | 'askedAmount'>;
  config: Pick<PublicConfig, 'network' | 'networkLabel' | 'sandbox'>;
  /** Told when a payment is on its way, so that the page may look at once. That it arrived, only the donation says. */
  onPaid?: () => void;
}

/**
 * 'Pay with wallet': where a wallet of this browser can sign for the server's network, an amount and a button for each
 * such wallet; nothing at all where there is none. In the sandbox a sentence instead of the button.
 *
 * To be loaded by itself, with its own words, once the payment step stands:
 * `lazyPart(async () => { const [part] = await Promise.all([import('./wallet-pay.tsx'), loadTexts('walletPay')]); … })`.
 * It finds the wallets itself, also those that come later, so a donor without one pays for this file alone. Its place is
 * among the ways to pay, above 'Open in Wallet'. It stays where it is while the donation waits: taken away, it stops
 * waiting for the wallet and sends nothing.
 */
export function WalletPay({ donation, config, onPaid }: WalletPayProps) {
  const chain = `solana:${config.network}` as const;
  const all = useSyncExternalStore(onWalletsChange, listWallets);
  const wallets = useMemo(() => all.filter((wallet) => canPay(wallet, chain)), [all, chain]);
  const facts = { donationId: donation.id, chain, networkLabel: config.networkLabel };
  const { state, pay, stop, again } = useWalletPayment(facts, () => onPaid?.());

  if (wallets.length === 0) return null;
  if (config.sandbox) return <SandboxNote />;
  if (state.kind === 'sent') return <WalletSent {...state} onAgain={again} />;
  return (
    <WalletForm
      wallets={wallets}
      missingAmount={donation.missingAmount}
      askedAmount={amountToAsk(donation)}
      state={state}
      onPay={(wallet, amount) => void pay(wallet, amount)}
      onStop={stop}
    />
  );
}

function SandboxNote() {
  return (
    <div className="note">
      <Info className="i" />
      <p>{texts('walletPay').sandbox}</p>
    </div>
  );
}
