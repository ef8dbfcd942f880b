import { paymentUri, type PublicDonation } from '#contract/donation.ts';
import { solToLamports } from '#contract/lamports.ts';
import { tokenPaymentUri } from '#contract/tokens.ts';
import { amountToAsk, tokensToAsk } from './amount-to-ask.ts';

/** What code and wallet link ask for: SOL, or the token that the donation is paid in. */
export function uriToPay(donation: PublicDonation): string {
  const { walletAddress, token } = donation;
  if (token === undefined) return paymentUri(walletAddress, solToLamports(amountToAsk(donation)));
  return tokenPaymentUri(walletAddress, token.mint, tokensToAsk(token));
}
