/** One SOL in lamports. */
const LAMPORTS_PER_SOL = 1_000_000_000n;

/**
 * SOL that an address without money takes at least, for words to donors: the rent minimum of an account without data
 * (`getMinimumBalanceForRentExemption(0)`, 890,880 lamports in 2026), rounded up as `amount_not_payable` says it. It is
 * being lowered, so this may be more than is needed. The server asks the chain.
 */
export const leastOnEmptyAddress = 0.0009;

/** Lamports as an exact decimal string of SOL without trailing zeros: 1_500_000_000n → '1.5'. */
export function lamportsToSolString(lamports: bigint): string {
  const sign = lamports < 0n ? '-' : '';
  const digits = (lamports < 0n ? -lamports : lamports).toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Lamports as the JSON number of SOL that the spec's calls carry.
 * Made from the decimal string, never by float arithmetic; exact below 9 million SOL.
 */
export function lamportsToSol(lamports: bigint): number {
  return Number(lamportsToSolString(lamports));
}

/**
 * A JSON number of SOL as lamports.
 * Digits beyond the ninth decimal are rounded by the number's binary value. Throws `RangeError` when not finite.
 */
export function solToLamports(sol: number): bigint {
  if (!Number.isFinite(sol)) throw new RangeError('An amount of SOL must be a finite number.');
  const [whole, fraction = ''] = Math.abs(sol).toFixed(9).split('.') as [string, string?];
  const lamports = BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.padEnd(9, '0'));
  return sol < 0 ? -lamports : lamports;
}

/** The text a person sees, six decimals, cut off and never rounded up: 999_999_999n → '0.999999 SOL' (spec §9). */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? '-' : '';
  const digits = (lamports < 0n ? -lamports : lamports).toString().padStart(10, '0');
  return `${sign}${digits.slice(0, -9)}.${digits.slice(-9, -3)} SOL`;
}
