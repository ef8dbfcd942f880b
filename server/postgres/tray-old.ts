import { type RawBuilder, sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { Trx } from './database.ts';
import { forgetDonorPages } from './tell-donor.ts';

/** Puts what is too old into the tray. What was sent already is not among it: its card is being shown. */
export async function trayOld(trx: Trx, userIds: readonly string[], pace: AlertPace): Promise<void> {
  await trayWhere(
    trx,
    sql`
    user_id = any(${userIds}::uuid[]) and state = 'queue' and kind <> 'test' and sent_at is null
      and queued_at < clock_timestamp() - ${pace.catchUpMs} * interval '1 ms'`,
  );
}

/** Puts these alerts into the tray; what donors' pages say of them is read anew. */
export async function trayWhere(trx: Trx, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ donationId: string | null; kind: string }>`
    update alerts set trayed_at = now() where ${where} returning donation_id as "donationId", kind`.execute(
    trx,
  );
  await forgetDonorPages(
    trx,
    rows.flatMap(({ donationId, kind }) => (kind === 'payment' && donationId !== null ? [donationId] : [])),
  );
}
