import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { exactAmount } from '#web/ui/amount.tsx';

/** More than anyone gives; what the server takes at most. */
const mostSol = 1_000_000;

/** What is typed into the amount field, as it stands: '0.05'. */
export function amountInput(sol: number): string {
  return lamportsToSolString(solToLamports(sol));
}

/** SOL as it was typed, the unit behind it or not; null when it cannot be read, or is finer than the ninth decimal. */
export function readSol(text: string): number | null {
  const typed = pointForComma(text.replace(/\s*sol\s*$/i, ''));
  return /^-?(?:\d+\.?\d{0,9}|\.\d{1,9})0*$/.test(typed) ? Number(typed) : null;
}

/** `readSol`, of what can be given; null when it is no amount. */
export function readAmount(text: string): number | null {
  const sol = readSol(text);
  return sol !== null && sol > 0 && sol <= mostSol ? sol : null;
}

/** What is wrong with what was typed as an amount of at least so many SOL, in the words of its form. */
export function amountProblem(
  text: string,
  least: number,
  words: { noAmount: string; tooLittle: (least: string) => string; tooMuch: string },
): string | undefined {
  const sol = readSol(text);
  if (sol === null) return words.noAmount;
  if (sol <= 0 || sol < least) return words.tooLittle(exactAmount(least));
  return sol > mostSol ? words.tooMuch : undefined;
}
