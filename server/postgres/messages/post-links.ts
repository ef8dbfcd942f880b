import { sql } from 'kysely';
import { usualTemplate } from '#contract/post-template.ts';
import type { KeySeal, PostQueue } from '#server/app/posts/post-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { lockForPosts } from './post-rows.ts';
import { connectPlace } from './post-store.ts';

interface LinkRow {
  userId: string;
  sealed: Uint8Array;
  everyMs: number;
}

/** Codes that are waited for. Each is asked for by one process at a time. */
export function createLinkQueue(
  db: Database,
  seal: KeySeal,
): Pick<PostQueue, 'claimLink' | 'finishLink' | 'passLink'> {
  return {
    async claimLink({ now, leaseMs }) {
      await sql`delete from post_links where expires_at <= ${now}`.execute(db);
      const { rows } = await sql<LinkRow>`
        update post_links set next_at = ${now}::timestamptz + ${leaseMs} * interval '1 ms'
        where user_id = (
          select user_id from post_links where next_at <= ${now} order by next_at limit 1 for update skip locked)
        returning user_id as "userId", sealed_device_code as sealed, every_ms as "everyMs"`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      const { userId, everyMs, sealed } = row;
      const deviceCode = seal.open({ userId, kind: 'twitch-link' }, sealed);
      if (deviceCode !== null) return { userId, deviceCode, everyMs };
      await db.deleteFrom('post_links').where('user_id', '=', userId).execute();
      return null;
    },
    finishLink: ({ userId, deviceCode }, place, now) =>
      db.transaction().execute(async (trx) => {
        await lockForPosts(trx, userId);
        const row = await trx
          .selectFrom('post_links')
          .select('sealed_device_code')
          .where('user_id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        const waited =
          row === undefined ? null : seal.open({ userId, kind: 'twitch-link' }, row.sealed_device_code);
        // Somebody has given it up, or begun anew with another code.
        if (waited?.reveal() !== deviceCode.reveal()) return false;
        await trx.deleteFrom('post_links').where('user_id', '=', userId).execute();
        const template = usualTemplate.en;
        await connectPlace(trx, { userId, kind: 'twitch', template, ...place }, { seal, now });
        return true;
      }),
    async passLink({ userId }, nextAt) {
      if (nextAt === null) await db.deleteFrom('post_links').where('user_id', '=', userId).execute();
      else
        await db.updateTable('post_links').set({ next_at: nextAt }).where('user_id', '=', userId).execute();
    },
  };
}
