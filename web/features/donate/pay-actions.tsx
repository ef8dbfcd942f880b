import { useMutation } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import Wallet from 'lucide-react/icons/wallet';
import type { PublicDonation } from '#contract/donation.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Wallet, copy, and on the sandbox the faucet, with a note about the network. */
export function PayActions({ donation, uri }: { donation: PublicDonation; uri: string }) {
  const config = useConfig();
  return (
    <>
      <div className="acts">
        {config.sandbox && <FaucetButton donationId={donation.id} />}
        <a className={`btn tap block ${config.sandbox ? 'secondary' : 'primary'}`} href={uri}>
          <Wallet className="i" />
          Open in Wallet
        </a>
        <CopyButton
          text={donation.walletAddress}
          done="Address copied!"
          label="Copy Address"
          className="outline tap block"
          words
        />
      </div>
      <div className="note">
        <Info className="i" />
        <p>
          {config.network !== 'mainnet' && (
            <>
              <b>This is the {config.networkLabel}.</b> Use devnet SOL for testing.
            </>
          )}
          {config.network === 'mainnet' && <b>You pay with real SOL.</b>}
          {config.sandbox && ' It runs as a sandbox on this server: real wallets cannot reach it.'}
        </p>
      </div>
    </>
  );
}

function FaucetButton({ donationId }: { donationId: string }) {
  const pay = useMutation({
    mutationFn: () => donorCall('sandboxPay', { body: { donationId } }),
    onError: (error) => toast.error(wordsFor(error, 'The faucet could not pay. Please try again.')),
  });
  return (
    <button
      type="button"
      className="btn primary tap block"
      disabled={pay.isPending}
      aria-busy={pay.isPending}
      onClick={() => pay.mutate()}
    >
      {pay.isPending && <span className="spin" />}
      {pay.isPending ? 'Paying from the sandbox faucet...' : 'Pay from the sandbox faucet'}
    </button>
  );
}
