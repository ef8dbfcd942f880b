import { paymentUri, type PublicDonation } from '#contract/donation.ts';
import { solToLamports } from '#contract/lamports.ts';
import { tokenPaymentUri, type DonationToken } from '#contract/tokens.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { amountToAsk } from './amount-to-ask.ts';

/** What code and wallet link ask for: SOL, or the token that the donation is paid in. */
export function uriToPay(donation: PublicDonation): string {
  const { walletAddress, token } = donation;
  if (token === undefined) return paymentUri(walletAddress, solToLamports(amountToAsk(donation)));
  return tokenPaymentUri(walletAddress, token.mint, tokensToAsk(token));
}

/** As with SOL: what was chosen, the minimum without a choice, and once a part has come what is missing to the minimum. */
function tokensToAsk(token: DonationToken): string {
  if (hasCome({ amount: 0, token })) return token.missingAmount;
  return token.askedAmount ?? token.minAmount;
}
