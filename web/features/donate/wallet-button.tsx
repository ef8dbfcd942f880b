import Wallet from 'lucide-react/icons/wallet';
import type { PayingWallet } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';

interface WalletButtonProps {
  wallet: PayingWallet;
  /** What is being waited for; null when this wallet is not at work. */
  busy: string | null;
  disabled: boolean;
  onPay: () => void;
}

/** 'Pay with …', with the wallet's own name and picture. */
export function WalletButton({ wallet, busy, disabled, onPay }: WalletButtonProps) {
  return (
    <button
      type="button"
      className="btn secondary tap block"
      aria-disabled={disabled}
      aria-busy={busy !== null}
      onClick={() => {
        if (!disabled) onPay();
      }}
    >
      {busy === null ? <WalletIcon icon={wallet.icon} /> : <span className="spin" />}
      <span className="wallet-name">{busy ?? texts('walletPay').payWith(wallet.name)}</span>
    </button>
  );
}

/** The page loads no picture from elsewhere: wallets bring theirs along. */
function WalletIcon({ icon }: { icon: string }) {
  if (!/^data:image\/(?:svg\+xml|webp|png|gif);base64,/.test(icon)) return <Wallet className="i" />;
  return <img className="wallet-icon" src={icon} alt="" width="20" height="20" />;
}
