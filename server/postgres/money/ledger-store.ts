import { type RawBuilder, sql } from 'kysely';
import type { OperationFinding } from '#contract/admin.ts';
import type { LedgerAddress, LedgerFinding, LedgerStore } from '#server/app/money/ledger-check.ts';
import { longFailingLookMs } from '#server/app/watch-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { isDiffering, listDiffering } from './ledger-findings.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

/** Names the lock under which findings are written; any number that nothing else uses. */
const findingLock = 731_411;

/** What a process has last said of itself where none of its nodes answers. */
const nodesAway = JSON.stringify([{ code: 'chain_away' }] satisfies Pick<OperationFinding, 'code'>[]);

/** The books by address, and what was found about them. Findings stand in the audit log: there are hardly any. */
export function createLedgerStore(db: Database, processId: string): LedgerStore {
  return storeOf(db, processId, (which) => readMoved(db, which));
}

/** The same of token accounts: units stand where lamports do. */
export function createTokenLedgerStore(db: Database, processId: string): LedgerStore {
  return storeOf(db, processId, (which) => readMovedTokens(db, which));
}

/** Whether a change that could not be recorded may still be, soon: until then the books are behind, and not wrong. */
const isBeingRecorded = sql<boolean>`coalesce(w.look_since > now() - ${longFailingLookMs} * interval '1 ms', false)`;

/** The next addresses behind one, or those that are named. */
type Which = { after: string; limit: number } | { addresses: readonly string[] };

function storeOf(
  db: Database,
  processId: string,
  read: (which: Which) => Promise<LedgerAddress[]>,
): LedgerStore {
  return {
    async isMyTurn() {
      const { rows } = await sql<{ id: string }>`
        select p.id from processes p left join alarm_reports r on r.process_id = p.id
        where p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
        order by coalesce(r.findings @> ${nodesAway}::jsonb, false), p.started_at, p.id limit 1`.execute(db);
      return rows[0]?.id === processId;
    },
    listMoved: (after, limit) => read({ after: after ?? '', limit }),
    findMoved: (addresses) => read({ addresses }),
    listDiffering: () => listDiffering(db),
    noteDiffers: (finding) => note(db, 'ledger_differs', finding),
    noteAgrees: (finding) => note(db, 'ledger_agrees', finding),
  };
}

/**
 * Of what the sources name each next address once: every source gives a page by its own index. What is asked for by name
 * counts also where nothing moved it after all: what was found of it ends by that.
 */
function pageOf(which: Which, sources: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if ('addresses' in which) return sql`select distinct unnest(${which.addresses}::text[]) as address`;
  const { after, limit } = which;
  const pages = sources.map(
    (source) =>
      sql`(select distinct address from ${source} where address > ${after} order by address limit ${limit})`,
  );
  return sql`select address from (${sql.join(pages, sql` union `)}) next order by address limit ${limit}`;
}

async function readMovedTokens(db: Database, which: Which): Promise<LedgerAddress[]> {
  const moved = sql`(
    select account as address from token_watches w
    where exists (select from token_entries e where e.donation_id = w.donation_id)) moved`;
  const looked = sql`(select account as address from token_watches where look_since is not null) looked`;
  const { rows } = await sql<Omit<LedgerAddress, 'lamports'> & { units: string }>`
    with page as (${pageOf(which, [moved, looked])})
    select w.donation_id as "donationId", p.address, e.units::text as units,
      e.unfinalized > 0 or ${isBeingRecorded}
        or exists (select from token_sweeps s where s.donation_id = w.donation_id and s.state = 'live') as "isMoving"
    from page p join token_watches w on w.account = p.address
    cross join lateral (
      select coalesce(sum(c.units), 0) as units, count(*) filter (where not c.finalized) as unfinalized
      from token_entries c where c.donation_id = w.donation_id and not c.dropped
    ) e
    order by p.address`.execute(db);
  return rows.map(({ units, ...row }) => ({ ...row, lamports: BigInt(units) }));
}

async function readMoved(db: Database, which: Which): Promise<LedgerAddress[]> {
  const looked = sql`(select address from watches where look_at is not null) looked`;
  const { rows } = await sql<LedgerAddress>`
    with page as (${pageOf(which, [sql`chain_entries`, looked])})
    select d.id as "donationId", p.address, e.lamports,
      e.unfinalized > 0 or ${isBeingRecorded}
        or exists (select from sweeps s where s.address = p.address and s.state = 'live') as "isMoving"
    from page p join donations d on d.address = p.address
    left join watches w on w.donation_id = d.id
    cross join lateral (
      select coalesce(sum(c.lamports), 0)::bigint as lamports, count(*) filter (where not c.finalized) as unfinalized
      from chain_entries c where c.address = p.address and not c.dropped
    ) e
    order by p.address`.execute(db);
  return rows;
}

/** Two processes that found the same at the same moment write it once. */
async function note(
  db: Database,
  action: 'ledger_differs' | 'ledger_agrees',
  { donationId, address, lamports, chainLamports }: LedgerFinding,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${findingLock})`.execute(trx);
    if ((await isDiffering(trx, address)) === (action === 'ledger_differs')) return false;
    const detail = { address, donation: donationId, books: String(lamports), chain: String(chainLamports) };
    await writeAudit(trx, { userId: null, action, detail });
    return true;
  });
}
