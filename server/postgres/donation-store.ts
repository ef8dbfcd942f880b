import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Clock, DonationDraft, DonationStore, OpenDonationCaps } from '#server/app/ports.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import { claimClip } from './claim-clip.ts';
import type { Database, Trx } from './database.ts';
import { createDonationReads } from './donation-reads.ts';
import { loadDonation, toDonation } from './donation-rows.ts';
import { hint } from './outbox.ts';
import { saveDonation } from './save-donation.ts';
import { firstReadAt } from './watch-store.ts';

/** How alerts go out with the payments that they are of. */
interface AlertStream {
  pace: AlertPace;
  meter: Pick<Meter, 'alertSent'>;
}

/**
 * Donations in PostgreSQL. `keyEpoch` is the epoch under which new addresses stand. Without a `stream` every alert waits
 * for the dispatcher.
 */
export function createDonationStore(
  db: Database,
  clock: Clock,
  keyEpoch: number,
  stream?: AlertStream,
): DonationStore {
  return {
    ...createDonationReads(db, clock),
    async create(draft, caps) {
      return await db.transaction().execute(async (trx) => {
        const path = { user: draft.keyUser, epoch: keyEpoch, index: await takeIndex(trx, draft) };
        await checkCaps(trx, draft, caps);
        const donation = await insertDonation(trx, draft, path, clock.now());
        if (draft.clipName !== null) {
          donation.clip = await claimClip(trx, draft.clipName, donation.id, clock.now());
          donation.hasClip = true;
        }
        await hint(trx, 'watch');
        return donation;
      });
    },
    find: (id) => loadDonation(db, { id }),
    findByAddress: (address) => loadDonation(db, { address }),
    async change(id, decide) {
      let alertDelay: number | null = null;
      const changed = await db.transaction().execute(async (trx) => {
        const before = await loadDonation(trx, { id }, true);
        if (before === null) throw new Problem('donation_not_found');
        const after = decide(before);
        if (after !== before) alertDelay = await saveDonation(trx, before, after, stream?.pace);
        return after;
      });
      if (alertDelay !== null) stream?.meter.alertSent(alertDelay);
      return changed;
    },
  };
}

/**
 * Gives out the next key index. The row lock makes concurrent creations of one streamer wait for each other, and the lock
 * taken with it those of one donor, so that both caps are exact.
 */
async function takeIndex(trx: Trx, { userId, creator }: DonationDraft): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    update key_counters set next_index = next_index + 1 where user_id = ${userId}
    returning next_index - 1 as index, pg_advisory_xact_lock(hashtextextended(${creator}, 1))`.execute(trx);
  const index = rows[0]?.index;
  if (index === undefined)
    throw new Error('Every streamer has a key counter: it is written with the account.');
  return index;
}

async function checkCaps(trx: Trx, draft: DonationDraft, caps: OpenDonationCaps): Promise<void> {
  const open = trx
    .selectFrom('donations')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('paid_at', 'is', null)
    .where('expired_at', 'is', null);
  const ofLink = await open.where('user_id', '=', draft.userId).executeTakeFirstOrThrow();
  const ofCreator = await open.where('creator', '=', draft.creator).executeTakeFirstOrThrow();
  if (Number(ofLink.count) >= caps.perLink || Number(ofCreator.count) >= caps.perCreator) {
    throw new Problem('too_many_open_donations');
  }
}

async function insertDonation(trx: Trx, draft: DonationDraft, path: KeyPath, now: Date) {
  const row = await trx
    .insertInto('donations')
    .values({
      user_id: draft.userId,
      donator_name: draft.donatorName,
      message: draft.message,
      address: await draft.addressOf(path),
      key_user: path.user,
      key_epoch: path.epoch,
      key_index: path.index,
      min_lamports: draft.minLamports,
      creator: draft.creator,
      created_at: now,
      expires_at: draft.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('watches')
    .values({
      donation_id: row.id,
      address: row.address,
      next_read_at: firstReadAt(now),
    })
    .execute();
  return toDonation(row, [], undefined);
}
