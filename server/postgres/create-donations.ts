import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { Problem } from '#contract/problem.ts';
import { doTogether } from '#server/app/do-together.ts';
import type { Clock, CreatedDonation, DonationDraft } from '#server/app/ports.ts';
import { type Admitted, admitDrafts } from './admit-drafts.ts';
import { giveClips, holdFreeClips } from './claim-clips.ts';
import type { Database, Trx } from './database.ts';
import { countOpenDonations, holdLinks } from './hold-links.ts';
import { hint } from './outbox.ts';
import { firstReadAt } from './watch-store.ts';

/** Their addresses are derived in one go, some 50 µs each: other requests do not wait long for it. */
const mostAtOnce = 100;
/** What somebody wrote, a constraint, a deadlock: errors that one donation of many may have caused. */
const causedByRows = /^(?:22|23|40)/;

/** A donation with the place that it is paid to. */
interface Addressed extends Admitted {
  address: string;
}

/**
 * Makes the function that creates donations: all that arrive while others are created go next, in one transaction, with
 * the same number of statements however many they are. Each learns of its own refusal; when all fail because of one,
 * they are created one by one. An answer comes after the commit.
 *
 * Locks are taken in one order (donors, streamers, clips; by their keys), so that processes never wait for each other in
 * a circle. Key indexes are read and raised under the streamer's lock in the transaction that stores their donations: what
 * is not committed was not issued.
 */
export function createDonationsTogether(
  db: Database,
  clock: Clock,
  keyEpoch: number,
): (draft: DonationDraft) => Promise<CreatedDonation | Problem> {
  // What fails at the commit may have happened: then nobody tries again. One batch runs at a time.
  let isAtCommit = false;
  return doTogether({
    most: mostAtOnce,
    async doAll(take) {
      isAtCommit = false;
      return await db.transaction().execute(async (trx) => {
        const created = await createAll(trx, take(), { now: clock.now(), keyEpoch });
        isAtCommit = true;
        return created;
      });
    },
    mayBeOfOne: (error) => !isAtCommit && isOfRows(error),
  });
}

function isOfRows(error: unknown): boolean {
  return error instanceof DatabaseError ? causedByRows.test(error.code ?? '') : error instanceof RangeError;
}

async function createAll(
  trx: Trx,
  drafts: readonly DonationDraft[],
  { now, keyEpoch }: { now: Date; keyEpoch: number },
): Promise<(CreatedDonation | Problem)[]> {
  const links = await holdLinks(trx, drafts);
  const open = await countOpenDonations(trx, drafts, links);
  const clipNames = drafts.flatMap(({ clipName }) => clipName ?? []);
  const freeClips = await holdFreeClips(trx, clipNames, now);
  const judged = admitDrafts(drafts, { links, ...open, freeClips });
  const admitted = judged.filter((each): each is Admitted => !(each instanceof Problem));
  const addressed = await Promise.all(admitted.map((each) => addAddress(each, keyEpoch)));
  const ids = await insertDonations(trx, addressed, { now, keyEpoch });
  const created = new Map(addressed.map((each) => [each.draft, present(each, ids)]));
  await giveClips(
    trx,
    [...created].flatMap(([{ clipName }, { id }]) =>
      clipName === null ? [] : { name: clipName, donationId: id },
    ),
  );
  if (addressed.length > 0) await hint(trx, 'watch');
  return judged.map((each) => (each instanceof Problem ? each : getOf(created, each.draft)));
}

async function addAddress(admitted: Admitted, keyEpoch: number): Promise<Addressed> {
  const { draft, link, keyIndex } = admitted;
  const address = await draft.addressOf({ user: link.keyUser, epoch: keyEpoch, index: keyIndex });
  return { ...admitted, address };
}

/** Stores donations with their watches, and raises the key counters. Gives back their ids by address. */
async function insertDonations(
  trx: Trx,
  donations: readonly Addressed[],
  { now, keyEpoch }: { now: Date; keyEpoch: number },
): Promise<Map<string, string>> {
  if (donations.length === 0) return new Map();
  const column = <T>(read: (donation: Addressed) => T): T[] => donations.map(read);
  const { rows } = await sql<{ id: string; address: string }>`
    with drafts as (
      select * from unnest(
        ${column(({ link }) => link.userId)}::uuid[], ${column(({ draft }) => draft.donatorName)}::text[],
        ${column(({ draft }) => draft.message)}::text[], ${column(({ address }) => address)}::text[],
        ${column(({ link }) => link.keyUser)}::int[], ${column(({ keyIndex }) => keyIndex)}::int[],
        ${column(({ link }) => link.minLamports)}::bigint[], ${column(({ draft }) => draft.creator)}::text[],
        ${column(({ draft }) => draft.expiresAt)}::timestamptz[]
      ) as t (user_id, donator_name, message, address, key_user, key_index, min_lamports, creator, expires_at)
    ), added as (
      insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
        creator, created_at, expires_at)
      select user_id, donator_name, message, address, key_user, ${keyEpoch}::int, key_index, min_lamports,
        creator, ${now}::timestamptz, expires_at from drafts
      returning id, address
    ), watched as (
      insert into watches (donation_id, address, next_read_at)
      select id, address, ${firstReadAt(now)}::timestamptz from added
    ), issued as (
      update key_counters set next_index = last_index + 1
      from (select user_id, max(key_index) as last_index from drafts group by user_id) highest
      where key_counters.user_id = highest.user_id
    )
    select id, address from added`.execute(trx);
  return new Map(rows.map(({ id, address }) => [address, id]));
}

function present({ draft, link, address }: Addressed, ids: ReadonlyMap<string, string>): CreatedDonation {
  const { minLamports } = link;
  const hasClip = draft.clipName !== null;
  return { id: getOf(ids, address), address, minLamports, expiresAt: draft.expiresAt, hasClip };
}

function getOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error('Every donation that was admitted was stored.');
  return value;
}
