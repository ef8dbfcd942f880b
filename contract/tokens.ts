import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';

/** The most decimals that a token may have here. Nothing in use has more. */
export const mostTokenDecimals = 18;
/** The most units that an account of the Token program can hold: a u64. */
export const mostTokenUnits = 2n ** 64n - 1n;

/**
 * An amount of a token as text: digits, and decimals where there are any. Amounts of tokens travel as text, because a
 * JSON number does not hold them exactly. How many decimals are allowed depends on the token (`tokensToUnits`).
 */
export const tokenAmount = z
  .string()
  .check(z.maxLength(40), z.regex(/^\d{1,20}(\.\d{1,18})?$/, validationTexts.tokenAmountForm));

/** A token as everybody knows it. `mint` is its address on the chain, `symbol` what the operator calls it. */
export const token = z.object({ mint: z.string(), symbol: z.string(), decimals: z.number() });
export type Token = z.infer<typeof token>;

/** An amount of a token. */
export const tokenSum = z.extend(token, { amount: z.string() });
export type TokenSum = z.infer<typeof tokenSum>;

/** A token that a streamer takes, for their donation page. */
export const offeredToken = z.extend(token, { minAmount: z.string() });
export type OfferedToken = z.infer<typeof offeredToken>;

/** A token as its streamer sets it. */
export const streamerToken = z.extend(token, {
  /** Whether donors may pay in it. */
  isOn: z.boolean(),
  minAmount: z.string(),
  /** No minimum may be below this one, the operator's. */
  leastAmount: z.string(),
});
export type StreamerToken = z.infer<typeof streamerToken>;

/** The side of a donation that is paid in a token, as its donor sees it. */
export const donationToken = z.extend(token, {
  /** The token account of the donation's address: wallets find it by themselves. */
  account: z.string(),
  minAmount: z.string(),
  /** What the donor chose when it was created; null: the payment link asks for the minimum. */
  askedAmount: z.nullable(z.string()),
  /** What came so far. */
  amount: z.string(),
  missingAmount: z.string(),
});
export type DonationToken = z.infer<typeof donationToken>;

/** Units of a token as an exact decimal text without trailing zeros: 1_500_000n at 6 decimals is '1.5'. */
export function unitsToTokens(units: bigint, decimals: number): string {
  const { sign, whole, fraction } = splitUnits(units, decimals);
  const shortened = fraction.replace(/0+$/, '');
  return `${sign}${whole}${shortened === '' ? '' : `.${shortened}`}`;
}

/**
 * A decimal text as units of a token. Null when it is no such text, has more decimals than the token, or is more than
 * any account can hold: nothing is ever rounded.
 */
export function tokensToUnits(amount: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || fraction.replace(/0+$/, '').length > decimals) return null;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return units > mostTokenUnits ? null : units;
}

/**
 * The text a person sees: exact, with two decimals at least where the token has them, and its symbol: '1.50 USDC',
 * '0.000001 USDC', '3 TICKET'.
 */
export function formatTokens(
  units: bigint,
  { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>,
): string {
  const { sign, whole, fraction } = splitUnits(units, decimals);
  const shortened = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '');
  return `${sign}${whole}${shortened === '' ? '' : `.${shortened}`} ${symbol}`;
}

/** The same from an amount as it travels: '1.5' of a token with 6 decimals is '1.50 USDC'. */
export function formatTokenSum({
  amount,
  ...token
}: Pick<TokenSum, 'amount' | 'decimals' | 'symbol'>): string {
  const units = tokensToUnits(amount, token.decimals);
  return units === null ? `${amount} ${token.symbol}` : formatTokens(units, token);
}

/**
 * The payment link of a donation in a token (Solana Pay, 'spl-token'). It names the wallet, never the token account: the
 * wallet that pays finds or makes the account. Like the one for SOL it carries neither reference nor memo.
 */
export function tokenPaymentUri(walletAddress: string, mint: string, amount: string): string {
  return `solana:${walletAddress}?amount=${amount}&spl-token=${mint}&label=Donation`;
}

function splitUnits(units: bigint, decimals: number): { sign: string; whole: string; fraction: string } {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return {
    sign: units < 0n ? '-' : '',
    whole: digits.slice(0, digits.length - decimals),
    fraction: digits.slice(digits.length - decimals),
  };
}
