import { type RawBuilder, sql } from 'kysely';
import type { LedgerAddress, LedgerFinding, LedgerStore } from '#server/app/ledger-check.ts';
import { writeAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import { isDiffering, listDiffering } from './ledger-findings.ts';
import { processSilentSeconds } from './overlay-presence.ts';

/** Names the lock under which findings are written; any number that nothing else uses. */
const findingLock = 731_411;

/** The books by address, and what was found about them. Findings stand in the audit log: there are hardly any. */
export function createLedgerStore(db: Database, processId: string): LedgerStore {
  return {
    async isMyTurn() {
      const { rows } = await sql<{ id: string }>`
        select id from processes where seen_at > now() - ${processSilentSeconds} * interval '1 second'
        order by started_at, id limit 1`.execute(db);
      return rows[0]?.id === processId;
    },
    listMoved: (after, limit) =>
      readMoved(
        db,
        sql`select distinct address from chain_entries where address > ${after ?? ''} order by address limit ${limit}`,
      ),
    findMoved: (addresses) =>
      readMoved(
        db,
        sql`select distinct address from chain_entries where address = any (${addresses}::text[])`,
      ),
    listDiffering: () => listDiffering(db),
    noteDiffers: (finding) => note(db, 'ledger_differs', finding),
    noteAgrees: (finding) => note(db, 'ledger_agrees', finding),
  };
}

async function readMoved(db: Database, addresses: RawBuilder<unknown>): Promise<LedgerAddress[]> {
  const { rows } = await sql<LedgerAddress>`
    with page as (${addresses})
    select d.id as "donationId", p.address, e.lamports,
      e.unfinalized > 0 or w.look_slot is not null
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
