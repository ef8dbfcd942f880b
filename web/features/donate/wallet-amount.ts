import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';

/** More than anyone gives; what the server takes at most. */
const mostSol = 1_000_000;

/** What is typed into the amount field, as it stands: '0.05'. */
export function amountInput(sol: number): string {
  return lamportsToSolString(solToLamports(sol));
}

/** SOL as it was typed, with point or comma; null when it cannot be read, or is finer than the ninth decimal. */
export function readSol(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return /^-?(?:\d+\.?\d{0,9}|\.\d{1,9})0*$/.test(typed) ? Number(typed) : null;
}

/** `readSol`, of what can be given; null when it is no amount. */
export function readAmount(text: string): number | null {
  const sol = readSol(text);
  return sol !== null && sol > 0 && sol <= mostSol ? sol : null;
}
