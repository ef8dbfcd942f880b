import { formatSol, solToLamports } from '#contract/lamports.ts';

/** An amount of SOL, six decimals; the trailing zeros step back (class `amount`), the text stays exact. */
export function Amount({ sol }: { sol: number }) {
  const { digits, zeros } = splitZeros(formatSol(solToLamports(sol)));
  return (
    <span className="amount">
      {digits}
      {zeros !== '' && <i>{zeros}</i>}
      {'\u00a0SOL'}
    </span>
  );
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
