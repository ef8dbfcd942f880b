import { type RawBuilder, sql } from 'kysely';
import { builtInSounds, builtInSoundUrl } from '#contract/alert-rules.ts';
import { clipPath } from '#server/app/donations/present-donation.ts';
import type { AlertLook, AmountRule, Reading } from '#server/domain/alert-rules.ts';

/** A rule as `lookColumns` gives it. Lamports are text: JSON would round them. */
interface RuleJson extends Pick<AmountRule, 'kind' | 'volume' | 'shownMs' | 'showsMessage' | 'playsClip'> {
  lamports: string;
  cardColor: string | null;
  cardGradient: string | null;
  builtInSound: string | null;
  clipName: string | null;
  clipMs: number | null;
}

/** What `lookColumns` gives. */
export interface LookRow {
  clipMinimumLamports: bigint | null;
  showsFiat: boolean;
  rules: RuleJson[] | null;
  reading: (Omit<Reading, 'minimumLamports'> & { minimum: string | null }) | null;
}

/** Built-in sounds are shorter than any card; the exact length of none of them matters. */
const builtInMs = 3000;

/**
 * The columns that decide how a streamer's alerts look, for a query that has joined `alert_settings` as `s`: they come
 * with whatever is read anyway, because the way from a payment to its alert has no round trip to spare.
 */
export function lookColumns(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    s.clip_minimum_lamports as "clipMinimumLamports", coalesce(s.shows_fiat, false) as "showsFiat",
    (select jsonb_agg(jsonb_build_object(
       'kind', r.kind, 'lamports', r.lamports::text, 'cardColor', r.card_color, 'cardGradient', r.card_gradient,
       'builtInSound', r.built_in_sound, 'clipName', c.name, 'clipMs', c.duration_ms, 'volume', r.volume,
       'shownMs', r.shown_ms, 'showsMessage', r.shows_message, 'playsClip', r.plays_clip))
     from alert_rules r left join alert_sounds f on f.id = r.sound_id left join clips c on c.name = f.clip_name
     where r.user_id = ${userId}) as rules,
    (select jsonb_build_object('source', p.source, 'minimum', p.minimum_lamports::text, 'volume', p.volume,
       'language', p.language)
     from speech_settings p where p.user_id = ${userId} and p.source <> 'off') as reading`;
}

/** How a streamer's alerts look, from its columns. */
export function toLook({ clipMinimumLamports, showsFiat, rules, reading }: LookRow): AlertLook {
  return { clipMinimumLamports, showsFiat, rules: (rules ?? []).map(toRule), reading: toReading(reading) };
}

function toReading(row: LookRow['reading']): Reading | null {
  if (row === null) return null;
  const { minimum, ...reading } = row;
  return { ...reading, minimumLamports: minimum === null ? null : BigInt(minimum) };
}

function toRule({
  lamports,
  cardColor,
  cardGradient,
  builtInSound,
  clipName,
  clipMs,
  ...rule
}: RuleJson): AmountRule {
  return {
    ...rule,
    lamports: BigInt(lamports),
    style: cardColor === null ? null : { cardColor, cardGradient },
    sound: clipName === null ? builtIn(builtInSound) : { url: clipPath(clipName), durationMs: clipMs ?? 0 },
  };
}

/** A sound that this version does not know is the default one. */
function builtIn(name: string | null): AmountRule['sound'] {
  const known = builtInSounds.find((one) => one === name);
  return known === undefined ? null : { url: builtInSoundUrl(known), durationMs: builtInMs };
}
