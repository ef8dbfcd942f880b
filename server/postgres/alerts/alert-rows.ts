import { type RawBuilder, sql } from 'kysely';
import type { Alert } from '#server/app/desk/alert-view.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { toPaidValue } from '#server/postgres/donations/donation-rows.ts';
import {
  receivedToken,
  type ReceivedTokenRow,
  toReceivedToken,
} from '#server/postgres/donations/token-rows.ts';

/** An alert as `alertColumns` reads it. */
interface AlertRow extends Omit<Alert, 'donation'> {
  donationId: string | null;
  donatorName: string | null;
  message: string | null;
  receivedLamports: bigint | null;
  fiat_currency: string | null;
  fiat_price_micros: bigint | null;
  fiat_minor: bigint | null;
  hidesName: boolean | null;
  hidesAmount: boolean | null;
  clipName: string | null;
  clipMs: number | null;
  isBlocked: boolean;
  token: ReceivedTokenRow | null;
}

const alertColumns = sql`
  a.id, a.kind, a.queued_at as "queuedAt", a.sent_at as "sentAt", a.attempts, a.goes_next as "goesNext",
  a.released_at as "releasedAt",
  a.held_at as "heldAt", a.approved_at as "approvedAt", a.trayed_at as "trayedAt", a.is_masked as "isMasked",
  a.found_words as "foundWords", a.held_for as "heldFor", a.test_lamports as "testLamports", a.settled_at as "settledAt", a.settled_how as "settledHow",
  d.id as "donationId", d.donator_name as "donatorName", d.message, d.received_lamports as "receivedLamports",
  d.fiat_currency, d.fiat_price_micros, d.fiat_minor, d.blocked_at is not null as "isBlocked",
  d.hides_name as "hidesName", d.hides_amount as "hidesAmount",
  c.name as "clipName", c.duration_ms as "clipMs", ${receivedToken(sql`d`)} as token`;

const alertTables = sql`
  alerts a left join donations d on d.id = a.donation_id
  left join clips c on c.donation_id = d.id and c.deleted_at is null and c.expires_at > now()`;

/** Not those of a donation that the chain rolled back: they are withheld until it is back. */
const isNotWithheld = sql`d.failed_at is null`;

/** What a list of alerts leaves out, and its order. `limit` comes last. */
export type AlertQuery = { where: RawBuilder<unknown>; orderBy: RawBuilder<unknown>; limit: number };

/** A query of a streamer's alerts, with their donations and clips, as SQL. Withheld ones are left out. */
export function selectAlerts(userId: string, { where, orderBy, limit }: AlertQuery): RawBuilder<AlertRow> {
  return sql<AlertRow>`
    (select ${alertColumns} from ${alertTables}
     where a.user_id = ${userId} and ${where} and ${isNotWithheld} order by ${orderBy} limit ${limit})`;
}

/** A streamer's alerts. */
export async function listAlerts(db: Database | Trx, userId: string, query: AlertQuery): Promise<Alert[]> {
  const { rows } = await selectAlerts(userId, query).execute(db);
  return rows.map(toAlert);
}

/**
 * The alert that was sent last where it is settled before its time is over: its card may have left, its clip may still
 * be heard. Settling is timed by another clock than sending; a minute between the two is forgiven.
 */
export async function findStillHeard(db: Database | Trx, userId: string): Promise<Alert | null> {
  const sentAt = sql`(
    select last_sent_at from alert_queues
    where user_id = ${userId} and last_sent_at + last_hold_ms * interval '1 ms' > clock_timestamp())`;
  const [alert] = await listAlerts(db, userId, {
    where: sql`a.state = 'settled' and a.sent_at = ${sentAt} and a.settled_at > ${sentAt} - interval '1 minute'`,
    orderBy: sql`a.settled_at desc`,
    limit: 1,
  });
  return alert ?? null;
}

/** In which order what waits is sent: what was asked for by hand first, then as it was paid. */
export const sendingOrder = sql`a.goes_next desc, a.place, a.place_slot, a.seq`;

/** One alert of a streamer, withheld or not; null for what is nobody's or somebody else's. */
export async function loadAlert(
  db: Database | Trx,
  { userId, alertId }: { userId: string; alertId: string },
): Promise<Alert | null> {
  if (!isUuid(alertId)) return null;
  const { rows } = await sql<AlertRow>`
    select ${alertColumns} from ${alertTables} where a.user_id = ${userId} and a.id = ${alertId}`.execute(db);
  return rows[0] === undefined ? null : toAlert(rows[0]);
}

/** An alert from its row. */
export function toAlert(row: AlertRow): Alert {
  const { donationId, donatorName, message, receivedLamports, clipName, clipMs, isBlocked, token, ...rest } =
    row;
  const { fiat_currency, fiat_price_micros, fiat_minor, hidesName, hidesAmount, ...facts } = rest;
  const clip = clipName === null ? null : { name: clipName, durationMs: clipMs ?? 0 };
  const donation =
    donationId === null
      ? null
      : {
          id: donationId,
          donatorName: donatorName ?? '',
          message: message ?? '',
          receivedLamports: receivedLamports ?? 0n,
          isBlocked,
          hidesName: hidesName ?? false,
          hidesAmount: hidesAmount ?? false,
          clip,
          value: toPaidValue({ fiat_currency, fiat_price_micros, fiat_minor }),
          token: toReceivedToken(token),
        };
  return { ...facts, donation };
}
