import { useQueryClient } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import Wallet from 'lucide-react/icons/wallet';
import { Suspense } from 'react';
import type { PublicConfig } from '#contract/donation-routes.ts';
import type { PublicDonation } from '#contract/donation.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { loadTexts, texts } from '#web/texts/texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { lazyPart } from './lazy-part.ts';
import { ConnectionNote, PartNote, WalletNote } from './payment-notes.tsx';
import { TokenNote } from './token-note.tsx';
import type { Watched } from './use-donation.ts';
import { useStayedHere } from './use-stayed-here.ts';

const WalletPay = lazyPart(async () => {
  const [part] = await Promise.all([import('./wallet-pay.tsx'), loadTexts('walletPay')]);
  return part.WalletPay;
}, NoWalletPay);

interface PayActionsProps {
  donation: PublicDonation;
  uri: string;
  watched: Pick<Watched, 'isCutOff' | 'isChainAway'>;
}

/**
 * Wallet, copy, and on the sandbox the faucet, with a note about the network once it is known. What is said meanwhile comes
 * below the buttons: none of them moves under a thumb.
 */
export function PayActions({ donation, uri, watched }: PayActionsProps) {
  const config = useConfig();
  const { payment } = texts('donation');
  const { hasStayed, watchLeaving } = useStayedHere();
  const queries = useQueryClient();
  const handlePaid = () =>
    void queries.invalidateQueries({ queryKey: queryKeys.donationStatus(donation.id) });
  return (
    <>
      <div className="acts">
        {config.sandbox && <FaucetButton donationId={donation.id} />}
        {config.network !== null && donation.token === undefined && (
          <Suspense fallback={null}>
            <WalletPay donation={donation} config={config} onPaid={handlePaid} />
          </Suspense>
        )}
        <a
          className={`btn tap block ${config.sandbox ? 'secondary' : 'primary'}`}
          href={uri}
          onClick={watchLeaving}
        >
          <Wallet className="i" />
          {payment.openInWallet}
        </a>
        <CopyButton
          text={donation.walletAddress}
          done={payment.addressCopied}
          label={payment.copyAddress}
          className="outline tap block"
          words
        />
      </div>
      <WalletNote isUnopened={hasStayed} />
      <PartNote donation={donation} />
      <ConnectionNote isCutOff={watched.isCutOff} isChainAway={watched.isChainAway} />
      {donation.token !== undefined && <TokenNote token={donation.token} />}
      {config.network !== null && <NetworkNote config={config} symbol={donation.token?.symbol} />}
    </>
  );
}

/** Which network's money is meant: SOL, or the token of this symbol. */
function NetworkNote({ config, symbol }: { config: PublicConfig; symbol: string | undefined }) {
  const { payment } = texts('donation');
  return (
    <div className="note">
      <Info className="i" />
      <p>
        {config.network !== 'mainnet' && (
          <>
            <b>{payment.network(config.networkLabel)}</b>
            {config.network === 'devnet' &&
              ` ${symbol === undefined ? payment.useTestSol : payment.testTokens(symbol)}`}
          </>
        )}
        {config.network === 'mainnet' && (
          <b>{symbol === undefined ? payment.realSol : payment.realTokens(symbol)}</b>
        )}
        {config.sandbox && ` ${payment.sandbox}`}
      </p>
    </div>
  );
}

/** The wallets of this browser cannot be used from here; every other way to pay still stands. */
function NoWalletPay() {
  return null;
}

function FaucetButton({ donationId }: { donationId: string }) {
  const { payment } = texts('donation');
  const { isPending, start } = useSingleMutation({
    mutationFn: () => donorCall('sandboxPay', { body: { donationId } }),
    onError: (error) => toast.error(faucetProblem(error)),
  });
  return (
    <button
      type="button"
      className="btn primary tap block"
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={start}
    >
      {isPending && <span className="spin" />}
      {isPending ? payment.faucetPaying : payment.faucet}
    </button>
  );
}

/** Without an answer nothing is known of the faucet, only of the connection. */
function faucetProblem(error: Error): string {
  const isUnanswered = error instanceof CallProblem && (error.code === 'offline' || error.code === 'timeout');
  return isUnanswered ? error.message : wordsFor(error, texts('donation').payment.faucetFailed);
}
