import { sql } from 'kysely';
import type { Watch } from '#server/app/watch-ports.ts';

/** An address as the columns of `watchColumns` name it. */
export interface WatchRow {
  donation_id: string;
  address: string;
  known_lamports: bigint;
  expires_at: Date;
  is_open: boolean;
  is_own: boolean;
  look_slot: bigint | null;
  look_at: Date | null;
}

/** The same in the application's words. */
export function toWatch(row: WatchRow): Watch {
  return {
    donationId: row.donation_id,
    address: row.address,
    knownLamports: row.known_lamports,
    expiresAt: row.expires_at,
    isOpen: row.is_open,
    isOwn: row.is_own,
    look: row.look_slot === null || row.look_at === null ? null : { slot: row.look_slot, dueAt: row.look_at },
  };
}

/** Of watches `w` with their donations `d`. */
export function watchColumns(processId: string) {
  return sql`
    w.donation_id, w.address, w.known_lamports, d.expires_at, w.is_open,
    coalesce(w.process_id = ${processId}, false) as is_own, w.look_slot, w.look_at`;
}
