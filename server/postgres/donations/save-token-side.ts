import { type CompiledQuery, sql } from 'kysely';
import { type Donation, statusOf } from '#server/domain/donation.ts';
import {
  balanceUnits,
  isTokenEndUnstated,
  passableUnitsOf,
  type TokenSide,
} from '#server/domain/token-side.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { payersToKeep } from './donation-rows.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { seenAnew } from './value-payments.ts';
import { endAsFinal, followAgain, sweepJobChange } from '#server/postgres/money/sweep-jobs.ts';

/**
 * Stores what changed on the token side of a donation: entries, watch, and the sweep job. Its other facts are stored with
 * those of the donation; one that is paid in SOL has no such side, and then nothing is done.
 */
export async function saveTokenSide(trx: Trx, before: Donation, after: Donation): Promise<void> {
  const { token } = after;
  if (token === null) return;
  const isChanged = token !== before.token;
  if (isChanged) await trx.executeQuery(saveEntries(trx, after, before.token, token));
  const again = followAgain(trx, 'token_sweeps', after.id, before.token ?? { entries: [] }, token);
  if (again !== null) await trx.executeQuery(again);
  const leaving = token.entries.filter(({ units }) => units <= 0n);
  const ended = endAsFinal(trx, 'token_sweeps', after.id, before.token ?? { entries: [] }, {
    entries: leaving,
  });
  if (ended !== null) await trx.executeQuery(ended);
  await trx
    .updateTable('token_watches')
    .set({ known_units: String(balanceUnits(token)), is_open: statusOf(after) === 'PENDING' })
    .where('donation_id', '=', after.id)
    .execute();
  const job = sweepJobChange(trx, 'token_sweep_jobs', after.id, {
    before: passableUnitsOf(before),
    after: passableUnitsOf(after),
    maySettle: isChanged,
    isEndUnstated: isTokenEndUnstated(after),
  });
  if (job === null) return;
  const { numAffectedRows } = await trx.executeQuery(job);
  if ((numAffectedRows ?? 0n) > 0n) await hint(trx, 'token-sweep');
}

function saveEntries(
  trx: Trx,
  { id, donatorName }: Donation,
  before: TokenSide | null,
  after: TokenSide,
): CompiledQuery {
  const known = new Set(before?.entries);
  const rows = after.entries.filter((entry) => !known.has(entry));
  const payers = rows.map((row) => payersToKeep(donatorName, row.payers).join(' '));
  return sql`
    insert into token_entries (donation_id, signature, slot, block_time, units, payers, succeeded, finalized, dropped)
    select ${id}::uuid, signature, slot, block_time, units, string_to_array(payers, ' '), succeeded, finalized,
      dropped
    from unnest(
      ${rows.map(({ signature }) => signature)}::text[], ${rows.map(({ slot }) => slot)}::bigint[],
      ${rows.map(({ blockTime }) => blockTime)}::timestamptz[], ${rows.map(({ units }) => String(units))}::numeric[],
      ${payers}::text[], ${rows.map(({ succeeded }) => succeeded)}::boolean[],
      ${rows.map(({ finalized }) => finalized)}::boolean[], ${rows.map(({ dropped }) => dropped)}::boolean[]
    ) as e (signature, slot, block_time, units, payers, succeeded, finalized, dropped)
    on conflict (donation_id, signature) do update set slot = excluded.slot, block_time = excluded.block_time,
      units = excluded.units, payers = excluded.payers, succeeded = excluded.succeeded,
      finalized = excluded.finalized, dropped = excluded.dropped,
      seen_at = ${seenAnew(sql`token_entries`)}`.compile(trx);
}
