import { formatSol, lamportsToSolString, solToLamports } from '#contract/lamports.ts';

/** An amount to the last lamport: six decimals as everywhere, more only where there are more. */
export function exactAmount(sol: number): string {
  const lamports = solToLamports(sol);
  return lamports % 1000n === 0n ? formatSol(lamports) : `${lamportsToSolString(lamports)} SOL`;
}
