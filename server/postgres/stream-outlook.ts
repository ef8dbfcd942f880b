import { type RawBuilder, sql } from 'kysely';
import type { StreamOutlook } from '#server/app/stream-outlook.ts';
import type { AmountRule } from '#server/domain/alert-rules.ts';
import type { Database } from './database.ts';

/** An outlook as `outlookColumn` gives it. Lamports are text: JSON would round them. */
export interface OutlookJson {
  clipMinimum: string | null;
  rules: (Pick<AmountRule, 'kind' | 'playsClip'> & { lamports: string })[] | null;
}

/** What becomes of a streamer's donation on stream, as one column: it comes with whatever is read anyway. */
export function outlookColumn(userId: RawBuilder<unknown>): RawBuilder<OutlookJson> {
  return sql<OutlookJson>`jsonb_build_object(
    'clipMinimum', (select clip_minimum_lamports::text from alert_settings where user_id = ${userId}),
    'rules', (
      select jsonb_agg(jsonb_build_object('kind', kind, 'lamports', lamports::text, 'playsClip', plays_clip))
      from alert_rules where user_id = ${userId}))`;
}

/** An outlook from its column. */
export function toOutlook({ clipMinimum, rules }: OutlookJson): StreamOutlook {
  return {
    look: {
      clipMinimumLamports: clipMinimum === null ? null : BigInt(clipMinimum),
      rules: (rules ?? []).map((rule) => ({ ...rule, lamports: BigInt(rule.lamports) })),
    },
  };
}

/** Reads what becomes of a donation on stream. */
export async function readOutlook(db: Database, { userId }: { userId: string }): Promise<StreamOutlook> {
  const { rows } = await sql<{ outlook: OutlookJson }>`
    select ${outlookColumn(sql`${userId}`)} as outlook`.execute(db);
  return toOutlook(rows[0]?.outlook ?? { clipMinimum: null, rules: null });
}
