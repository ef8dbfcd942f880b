import { type RawBuilder, sql } from 'kysely';
import type { StreamOutlook } from '#server/app/donations/stream-outlook.ts';
import type { AmountRule } from '#server/domain/alert-rules.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** An outlook as `outlookColumn` gives it. Lamports are text: JSON would round them. */
export interface OutlookJson {
  alert: StreamOutlook['alert'];
  approvesFirst: boolean | null;
  clipMinimum: string | null;
  rules: (Pick<AmountRule, 'kind' | 'playsClip'> & { lamports: string })[] | null;
}

/**
 * What becomes of a donation on stream, as one column: it comes with whatever is read anyway. Of several donations `id` and
 * `userId` are columns.
 */
export function outlookColumn({
  id,
  userId,
}: Record<'id' | 'userId', string | RawBuilder<string>>): RawBuilder<OutlookJson> {
  return sql<OutlookJson>`jsonb_build_object(
    'alert', (
      select jsonb_build_object('state', state, 'isMasked', is_masked)
      from alerts where donation_id = ${id} and kind = 'payment'),
    'approvesFirst', (select approve_first from alert_settings where user_id = ${userId}),
    'clipMinimum', (select clip_minimum_lamports::text from alert_settings where user_id = ${userId}),
    'rules', (
      select jsonb_agg(jsonb_build_object('kind', kind, 'lamports', lamports::text, 'playsClip', plays_clip))
      from alert_rules where user_id = ${userId}))`;
}

/** An outlook from its column. */
export function toOutlook({ alert, approvesFirst, clipMinimum, rules }: OutlookJson): StreamOutlook {
  return {
    alert,
    approvesFirst: approvesFirst ?? false,
    look: {
      clipMinimumLamports: clipMinimum === null ? null : BigInt(clipMinimum),
      rules: (rules ?? []).map((rule) => ({ ...rule, lamports: BigInt(rule.lamports) })),
    },
  };
}

/** Reads what becomes of a donation on stream. */
export async function readOutlook(
  db: Database,
  donation: Pick<Donation, 'id' | 'userId'>,
): Promise<StreamOutlook> {
  const { rows } = await sql<{ outlook: OutlookJson }>`
    select ${outlookColumn(donation)} as outlook`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A select without tables gives one row.');
  return toOutlook(row.outlook);
}
