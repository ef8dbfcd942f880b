import { Client } from 'pg';
import { lamportsOn, rpcCall } from './rpc-call.ts';

interface BookRow {
  id: string;
  address: string;
  status: string;
  settledHow: string | null;
  /** Sum of the entries that stand. */
  balance: string;
  signatures: string[];
  paymentAlerts: number;
  /** States of the sweeps, and where the landed ones went. */
  sweepStates: string[];
  destinations: string[];
  sweptLamports: string;
  feeLamports: string;
  wallet: string;
}

/** What the books and the chain say together. Amounts in lamports. */
export interface Audit {
  /** One sentence for each thing that is wrong; empty when all is right. */
  findings: string[];
  donations: number;
  receivedLamports: bigint;
  sweptLamports: bigint;
  feeLamports: bigint;
}

const rowsOfBooks = `
  select d.id, d.address, d.status, d.settled_how as "settledHow",
    (select coalesce(sum(lamports), 0)::text from chain_entries e where e.address = d.address and not dropped) as balance,
    array(select signature from chain_entries e where e.address = d.address and not dropped) as signatures,
    (select count(*)::int from alerts a where a.donation_id = d.id and kind = 'payment') as "paymentAlerts",
    array(select state from sweeps s where s.address = d.address order by created_at) as "sweepStates",
    array(select distinct destination from sweeps s where s.address = d.address and state = 'landed') as destinations,
    (select coalesce(-sum(e.lamports + e.fee_lamports), 0)::text from chain_entries e
      where e.address = d.address and not dropped and e.lamports < 0) as "sweptLamports",
    (select coalesce(sum(e.fee_lamports), 0)::text from chain_entries e
      where e.address = d.address and not dropped) as "feeLamports",
    u.wallet_address as wallet
  from donations d join users u on u.id = d.user_id`;

/**
 * Compares the books with the chain, address by address: every transaction, every balance, every sweep and every
 * wallet. To be called when nothing is under way any more; `paid` is what was sent to each address from outside.
 */
export async function auditBooks(
  connectionString: string,
  rpcUrl: string,
  paid: ReadonlyMap<string, { id: string; lamports: bigint; payments: number }>,
): Promise<Audit> {
  const rows = await readRows(connectionString);
  const findings = [
    ...rows.flatMap((row) => judgeRow(row, paid.get(row.address))),
    ...(await compareWithChain(rows, rpcUrl)),
    ...(await compareWallets(rows, rpcUrl)),
  ];
  const known = new Map(rows.map((row) => [row.address, row.id]));
  for (const [address, { id }] of paid) {
    if (known.get(address) !== id) findings.push(`donation ${id} was answered and is not in the books`);
  }
  const sum = (pick: (row: BookRow) => string): bigint =>
    rows.reduce((total, row) => total + BigInt(pick(row)), 0n);
  const receivedLamports = [...paid.values()].reduce((total, { lamports }) => total + lamports, 0n);
  const [sweptLamports, feeLamports] = [sum((row) => row.sweptLamports), sum((row) => row.feeLamports)];
  if (receivedLamports !== sweptLamports + feeLamports)
    findings.push(`${receivedLamports} lamports came, ${sweptLamports} + ${feeLamports} went`);
  return { findings, donations: rows.length, receivedLamports, sweptLamports, feeLamports };
}

async function readRows(connectionString: string): Promise<BookRow[]> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return (await client.query<BookRow>(rowsOfBooks)).rows;
  } finally {
    await client.end();
  }
}

function judgeRow(row: BookRow, paid: { lamports: bigint; payments: number } | undefined): string[] {
  const { sweepStates, paymentAlerts } = row;
  const landed = sweepStates.filter((state) => state === 'landed').length;
  const wrong: [boolean, string][] =
    paid === undefined || paid.payments === 0
      ? [[paymentAlerts > 0 || sweepStates.length > 0, 'nobody paid, and yet there are alerts or sweeps']]
      : [
          [row.status !== 'TRANSFERRED', `is paid and ${row.status}`],
          [row.settledHow !== 'overlay', `was not acknowledged by an overlay but ${row.settledHow}`],
          [paymentAlerts !== 1, `has ${paymentAlerts} alerts`],
          [landed < 1 || landed > paid.payments, `${paid.payments} payments, sweeps ${sweepStates.join()}`],
          [
            paid.payments === 1 && sweepStates.includes('failed'),
            `one payment, sweeps ${sweepStates.join()}`,
          ],
          [sweepStates.includes('live'), 'a sweep is still live'],
          [row.destinations.some((destination) => destination !== row.wallet), 'went to another wallet'],
        ];
  return wrong.filter(([isWrong]) => isWrong).map(([, what]) => `${row.address} (${row.id}): ${what}`);
}

/** Balance and history of every address. */
async function compareWithChain(rows: readonly BookRow[], rpcUrl: string): Promise<string[]> {
  const findings: string[] = [];
  for (const { address, balance, signatures } of rows) {
    const value = await lamportsOn(rpcUrl, address, 'finalized');
    const history = await rpcCall<{ signature: string }[]>(rpcUrl, 'getSignaturesForAddress', [address]);
    if (String(value) !== balance) findings.push(`${address}: ${balance} in the books, ${value} on chain`);
    const known = new Set(signatures);
    const isSame = history.length === known.size && history.every(({ signature }) => known.has(signature));
    if (!isSame) findings.push(`${address}: ${known.size} entries, ${history.length} on chain`);
  }
  return findings;
}

/** Every streamer's wallet holds exactly what was swept to it. */
async function compareWallets(rows: readonly BookRow[], rpcUrl: string): Promise<string[]> {
  const expected = new Map<string, bigint>();
  for (const { wallet, sweptLamports } of rows)
    expected.set(wallet, (expected.get(wallet) ?? 0n) + BigInt(sweptLamports));
  const findings: string[] = [];
  for (const [wallet, lamports] of expected) {
    const value = await lamportsOn(rpcUrl, wallet, 'finalized');
    if (BigInt(value) !== lamports) findings.push(`wallet ${wallet}: ${value}, swept to it ${lamports}`);
  }
  return findings;
}
