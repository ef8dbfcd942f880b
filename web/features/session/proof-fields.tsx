import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { MessageWallet } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';
import { Field, TextField } from '#web/ui/field.tsx';
import { proofWays, type RecoverForm } from './recover-form.ts';

interface ProofFieldsProps {
  form: UseFormReturn<RecoverForm>;
  wallets: readonly MessageWallet[];
  chosen: MessageWallet | null;
  onChoose: (wallet: MessageWallet) => void;
}

/** Which way an account is proven, and what that way needs. */
export function ProofFields({ form, wallets, chosen, onChoose }: ProofFieldsProps) {
  const words = texts('session').recover;
  const way = useWatch({ control: form.control, name: 'way' });
  const { errors } = form.formState;
  return (
    <>
      <div className="field" role="group" aria-labelledby="proof-ways">
        <span className="flabel" id="proof-ways">
          {words.ways}
        </span>
        <div className="seg whole">
          {proofWays.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === way}
              onClick={() => form.setValue('way', one)}
            >
              {words.way[one]}
            </button>
          ))}
        </div>
      </div>
      {way === 'code' && (
        <TextField
          label={words.code}
          hint={words.codeHint}
          error={errors.code?.message}
          className="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          {...form.register('code')}
        />
      )}
      {way === 'key' && (
        <Field label={words.key} hint={words.keyHint} error={errors.privateKey?.message}>
          {(attributes) => (
            <textarea
              className="input mono"
              rows={3}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...attributes}
              {...form.register('privateKey')}
            />
          )}
        </Field>
      )}
      {way === 'wallet' && <WalletChoice wallets={wallets} chosen={chosen} onChoose={onChoose} />}
    </>
  );
}

function WalletChoice({ wallets, chosen, onChoose }: Omit<ProofFieldsProps, 'form'>) {
  const words = texts('session').recover;
  if (wallets.length === 0) return <p className="note">{words.noWallet}</p>;
  return (
    <fieldset className="field">
      <legend className="flabel">{words.wallet}</legend>
      {wallets.map((wallet) => (
        <label className="check" key={wallet.name}>
          <input type="radio" name="wallet" checked={wallet === chosen} onChange={() => onChoose(wallet)} />
          {wallet.name}
        </label>
      ))}
      <span className="hint">{words.walletHint}</span>
    </fieldset>
  );
}
