import { type CompiledQuery, sql } from 'kysely';
import type { SignedTokenSweep, TokenSweepJob, TokenSweepStore } from '#server/app/token-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createSweepJobs } from './sweep-jobs.ts';

/** Sweeps of tokens as rows; the rules of `createSweepStore`, with a fee payer that is nobody's wallet. */
export function createTokenSweepStore(db: Database): TokenSweepStore {
  return {
    ...createSweepJobs(db, 'token_sweep_jobs', {
      select: (ids) => selectLive(db, ids),
      toLive: (row): SignedTokenSweep => ({ ...row, units: BigInt(row.units) }),
    }),
    async countLive() {
      const { count } = await db
        .selectFrom('token_sweeps')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', '=', 'live')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    storeSigned: (job, sweep) => storeSigned(db, job, sweep),
  };
}

async function storeSigned(db: Database, job: TokenSweepJob, sweep: SignedTokenSweep): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into token_sweeps (signature, donation_id, mint, account, destination, units, fee_lamports, fee_payer, raw,
                              last_valid_block_height, fence)
    select ${sweep.signature}, d.id, d.token_mint, d.token_account, ${sweep.destination}, ${String(sweep.units)}::numeric,
           ${sweep.feeLamports}, ${sweep.feePayer}, ${Buffer.from(sweep.raw)}, ${sweep.lastValidBlockHeight}, j.fence
    from token_sweep_jobs j join donations d on d.id = j.donation_id join users u on u.id = d.user_id
    where j.donation_id = ${job.donationId} and j.fence = ${job.fence}
      and coalesce(u.payout_address, u.wallet_address) = ${sweep.destination}
      and d.token_account = ${sweep.account}
    for update of j
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Units as text: they may be more than what PostgreSQL's bigint holds. */
type LiveRow = Omit<SignedTokenSweep, 'units'> & { donationId: string; units: string };

function selectLive(db: Database, donationIds: readonly string[]): CompiledQuery<LiveRow> {
  return db
    .selectFrom('token_sweeps')
    .select([
      'donation_id as donationId',
      'raw',
      'signature',
      'mint',
      'account',
      'destination',
      'units',
      'fee_lamports as feeLamports',
      'fee_payer as feePayer',
      'last_valid_block_height as lastValidBlockHeight',
      'created_at as signedAt',
    ])
    .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
    .where('state', '=', 'live')
    .compile();
}
