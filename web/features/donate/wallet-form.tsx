import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useState } from 'react';
import type { PayingWallet } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';
import { FiatNow } from '#web/ui/fiat.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { WalletPaymentState } from './use-wallet-payment.ts';
import { amountInput, amountProblem, readAmount } from './wallet-amount.ts';
import { WalletButton } from './wallet-button.tsx';

interface WalletFormProps {
  wallets: readonly PayingWallet[];
  /** SOL. */
  missingAmount: number;
  /** SOL that stand in the field at first; what is missing at least. */
  askedAmount: number;
  state: Exclude<WalletPaymentState, { kind: 'sent' }>;
  onPay: (wallet: PayingWallet, amount: number) => void;
  onStop: () => void;
}

/** The amount, a button for each wallet, and what is going on. */
export function WalletForm({ wallets, missingAmount, askedAmount, state, onPay, onStop }: WalletFormProps) {
  const words = texts('walletPay');
  const [typed, setTyped] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const text = typed ?? amountInput(askedAmount);
  const amount = readAmount(text);
  const problem = amountProblem(text, missingAmount, words);
  const shown = isChecked ? problem : undefined;
  const busy = state.kind === 'busy' ? state : null;

  const handlePay = (wallet: PayingWallet) => {
    setChecked(true);
    if (amount !== null && problem === undefined && busy === null) onPay(wallet, amount);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [only, ...others] = wallets;
    if (only !== undefined && others.length === 0) handlePay(only);
    else setChecked(true);
  };
  return (
    <form className="wallet-pay" noValidate aria-label={words.payWithWallet} onSubmit={handleSubmit}>
      <TextField
        label={words.amount}
        error={shown}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={busy !== null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setChecked(true)}
      />
      {amount !== null && <FiatNow sol={amount} />}
      {wallets.map((wallet, place) => (
        <WalletButton
          key={`${wallet.name} ${place}`}
          wallet={wallet}
          busy={busy?.wallet === wallet ? words.stages[busy.stage](wallet.name) : null}
          disabled={busy !== null}
          onPay={() => handlePay(wallet)}
        />
      ))}
      <Going state={state} isNoteOld={shown !== undefined} onStop={onStop} />
    </form>
  );
}

/** What is going on for those who hear it, why nothing was paid, and the way out while the wallet is waited for. */
function Going({
  state,
  isNoteOld,
  onStop,
}: Pick<WalletFormProps, 'state' | 'onStop'> & { isNoteOld: boolean }) {
  const words = texts('walletPay');
  const isWalletsTurn = state.kind === 'busy' && (state.stage === 'connecting' || state.stage === 'signing');
  const note = state.kind === 'idle' && !isNoteOld ? state.note : null;
  return (
    <>
      <span className="sr" role="status">
        {state.kind === 'busy' && words.stages[state.stage](state.wallet.name)}
      </span>
      {isWalletsTurn && (
        <button type="button" className="btn quiet" onClick={onStop}>
          {words.stop}
        </button>
      )}
      {note !== null && <Note {...note} />}
    </>
  );
}

function Note({ text, isError }: { text: string; isError: boolean }) {
  if (!isError) {
    return (
      <p className="hint" role="status">
        {text}
      </p>
    );
  }
  return (
    <p className="err" role="alert">
      <TriangleAlert className="i s" />
      {text}
    </p>
  );
}
