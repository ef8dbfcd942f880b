import { formatSol, lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { formatTokenSum, type TokenSum } from '#contract/tokens.ts';

/**
 * An amount of SOL, six decimals; the trailing zeros step back (class `amount`). `isExact`: to the last lamport, for what
 * is to be paid, and what is named beside it.
 */
export function Amount({ sol, isExact = false }: { sol: number; isExact?: boolean }) {
  const { digits, zeros } = splitZeros(isExact ? exactAmount(sol) : amountText(sol));
  return (
    <span className="amount">
      {digits}
      {zeros !== '' && <i>{zeros}</i>}
      {' SOL'}
    </span>
  );
}

/** An amount of a token with its own decimals and its symbol; none of its zeros is there for nothing. */
export function TokenAmount({ sum }: { sum: Pick<TokenSum, 'amount' | 'decimals' | 'symbol'> }) {
  return <span className="amount">{formatTokenSum(sum)}</span>;
}

/** What came of a donation: of its token where it is paid in one, otherwise SOL. */
export function SumAmount({ sum: { amount, token } }: { sum: Sum }) {
  return token === undefined ? <Amount sol={amount} /> : <TokenAmount sum={token} />;
}

/** '0.100000 SOL' → digits '0.1', zeros '00000'. At least one decimal always stays bright. */
export function splitZeros(text: string): { digits: string; zeros: string } {
  const [, digits = text, zeros = ''] = /^(-?\d+\.\d\d*?)(0*) SOL$/.exec(text) ?? [];
  return { digits, zeros };
}

/** The same amount as plain words, for toasts: '0.100000 SOL'. */
export function amountText(sol: number): string {
  return formatSol(solToLamports(sol));
}

/**
 * An amount to the last lamport: six decimals as everywhere, more only where there are more. What is to be paid is said
 * so: whoever paid it as it is cut off would be short.
 */
export function exactAmount(sol: number): string {
  const lamports = solToLamports(sol);
  return lamports % 1000n === 0n ? formatSol(lamports) : `${lamportsToSolString(lamports)} SOL`;
}

/** Money of a donation: SOL, and what of its token came where it is paid in one. The SOL pays for nothing then. */
export interface Sum {
  amount: number;
  token?: Pick<TokenSum, 'amount' | 'decimals' | 'symbol'> | undefined;
}

/** What came of a donation as plain words: '5.00 USDC', or '0.100000 SOL'. */
export function sumText({ amount, token }: Sum): string {
  return token === undefined ? amountText(amount) : formatTokenSum(token);
}

/** Whether anything came of what the donation is paid in. */
export function hasCome({ amount, token }: Sum): boolean {
  return token === undefined ? amount > 0 : /[1-9]/.test(token.amount);
}
