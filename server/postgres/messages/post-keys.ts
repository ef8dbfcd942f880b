import { type RawBuilder, sql } from 'kysely';
import type { PostEnd, PostKind } from '#contract/posts.ts';
import type { ClaimedPlace, KeyInUse, KeySeal, PostQueue } from '#server/app/posts/post-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

interface PlaceRow extends Omit<ClaimedPlace, 'key'> {
  sealedKey: Uint8Array;
}

/**
 * Takes the places that `free` selects and locks. One whose key cannot be opened, as after a restore under another seed, is
 * cut off instead.
 */
export async function takePlaces(
  trx: Trx,
  seal: KeySeal,
  { free, now, leaseMs }: { free: RawBuilder<unknown>; now: Date; leaseMs: number },
): Promise<ClaimedPlace[]> {
  const { rows } = await sql<PlaceRow>`
    update post_places set fence = fence + 1, lease_until = ${now}::timestamptz + ${leaseMs} * interval '1 ms'
    where id in (${free})
    returning id, user_id as "userId", kind, fence, template, sealed_key as "sealedKey",
      key_generation as "keyGeneration"`.execute(trx);
  const places: ClaimedPlace[] = [];
  for (const { sealedKey, ...row } of rows) {
    const key = seal.open(row, sealedKey);
    if (key === null) await cutOff(trx, row.id);
    else places.push({ ...row, key });
  }
  return places;
}

/** Payments may go on writing posts for it until its streamer looks: they are cleared away. */
async function cutOff(trx: Trx, id: string): Promise<void> {
  const why: PostEnd = 'gone';
  await trx
    .updateTable('post_places')
    .set({ sealed_key: null, connected_at: null, ended_why: why, is_on: false, lease_until: null })
    .where('id', '=', id)
    .execute();
}

/** Keys while a place is held, and the asking whether they are still good. */
export function createKeyStore(
  db: Database,
  seal: KeySeal,
): Pick<PostQueue, 'use' | 'claimUnchecked' | 'noteChecked' | 'checkAll'> {
  return {
    use: (place) => openKey(db, seal, place),
    async claimUnchecked(kind, { now, leaseMs }) {
      const free = sql`
        select id from post_places
        where kind = ${kind satisfies PostKind} and sealed_key is not null and check_at <= ${now}
          and (lease_until is null or lease_until <= ${now})
        order by check_at limit 1 for no key update skip locked`;
      const places = await db.transaction().execute((trx) => takePlaces(trx, seal, { free, now, leaseMs }));
      return places[0] ?? null;
    },
    async noteChecked(place, nextAt) {
      await db
        .updateTable('post_places')
        .set({ check_at: nextAt })
        .where('id', '=', place.id)
        .where('fence', '=', place.fence)
        .execute();
    },
    async checkAll(kind, now) {
      await db
        .updateTable('post_places')
        .set({ check_at: now })
        .where('kind', '=', kind)
        .where('check_at', '>', now)
        .execute();
    },
  };
}

/**
 * The key of a held place. Replacing goes by the key's generation, not by the lease: a new key that a service gave for the
 * old one is the only one there is, so it is stored also by who was too slow.
 */
function openKey(db: Database, seal: KeySeal, place: ClaimedPlace): KeyInUse {
  return {
    key: place.key,
    async replace(next) {
      const { numUpdatedRows } = await db
        .updateTable('post_places')
        .set({ sealed_key: seal.seal(place, next), key_generation: place.keyGeneration + 1 })
        .where('id', '=', place.id)
        .where('key_generation', '=', place.keyGeneration)
        .where('sealed_key', 'is not', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      place.keyGeneration += 1;
      return true;
    },
    async newest() {
      const row = await db
        .selectFrom('post_places')
        .select(['sealed_key', 'key_generation'])
        .where('id', '=', place.id)
        .executeTakeFirst();
      if (row === undefined || row.sealed_key === null) return null;
      place.keyGeneration = row.key_generation;
      return seal.open(place, row.sealed_key);
    },
  };
}
