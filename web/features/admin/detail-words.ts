import { type AuditDetail, auditDetails } from '#contract/admin.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { shortAddress } from '#web/ui/format.ts';

type Say = (value: string) => string | null;

/** A detail of an entry in words; null where it says nothing to a person. One that this page does not know stands as it is. */
export function detailWords(name: string, value: string): string | null {
  return isKnown(name) ? says[name](value) : `${name}: ${value}`;
}

const words = () => texts('admin').log.details;
const asItIs: Say = (value) => value;
const untold: Say = () => null;

const says: Record<AuditDetail, Say> = {
  address: (address) => words().address(shortAddress(address)),
  books: (lamports) => words().books(solOf(lamports)),
  by: (way) => named({ wallet: words().byWallet, 'recovery code': words().byRecoveryCode }, way),
  chain: (lamports) => words().chain(solOf(lamports)),
  days: (days) => (days === 'never' ? words().never : words().days(days)),
  delivery: untold,
  donation: untold,
  ended: (count) => words().ended(count),
  from: (username) => words().from(username),
  host: asItIs,
  inARow: (count) => words().inARow(count),
  lamports: (lamports) => solOf(lamports),
  place: (kind) => named(words().places, kind),
  to: (username) => words().to(username),
  token: (label) => words().token(label),
  webhook: untold,
  why: (ending) => named(words().endings, ending),
  withdrawal: untold,
};

function isKnown(name: string): name is AuditDetail {
  return auditDetails.some((known) => known === name);
}

/** Whoever looks at the log has to be able to read it, whatever an older version wrote. */
function solOf(lamports: string): string {
  return /^-?\d{1,18}$/.test(lamports) ? exactAmount(lamportsToSol(BigInt(lamports))) : lamports;
}

function named(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}
