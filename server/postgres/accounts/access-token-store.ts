import type { AccessScope, AccessToken } from '#contract/access-tokens.ts';
import { Problem } from '#contract/problem.ts';
import type { AccessTokenStore } from '#server/app/alert-ports.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Clock } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { lockAccount } from './lock-account.ts';
import { writeDeskLog } from '#server/postgres/alerts/desk-log.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import { tellWaiting } from '#server/postgres/alerts/waiting-alerts.ts';
import { tellEnded } from './tell-ended.ts';

const mostInForce = 50;
const useWrittenEveryMs = 60_000;

const listed = [
  'id',
  'scope',
  'scopes',
  'name',
  'hides_amounts as hidesAmounts',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

/** Access tokens in PostgreSQL, by their hash. They end only when they are revoked. */
export function createAccessTokenStore(db: Database, clock: Clock): AccessTokenStore {
  return {
    async create(by, { hash, scopes, name, hidesAmounts }) {
      return await db.transaction().execute(async (trx) => {
        await lockAccount(trx, by.userId);
        const { count } = await trx
          .selectFrom('access_tokens')
          .select((eb) => eb.fn.countAll<bigint>().as('count'))
          .where('user_id', '=', by.userId)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostInForce) throw new Problem('too_many_access_tokens');
        const row = await trx
          .insertInto('access_tokens')
          .values({
            user_id: by.userId,
            token_hash: hash,
            scope: scopes.includes('moderator') ? 'moderator' : 'alerts',
            scopes: [...scopes],
            name,
            hides_amounts: hidesAmounts,
            created_at: clock.now(),
          })
          .returning(listed)
          .executeTakeFirstOrThrow();
        await writeDeskLog(trx, by, 'token_created', name);
        return present(row);
      });
    },
    async find(hash) {
      const row = await db
        .selectFrom('access_tokens')
        .select([
          'id',
          'user_id as userId',
          'scope',
          'scopes',
          'name',
          'hides_amounts as hidesAmounts',
          'last_used_at as lastUsedAt',
        ])
        .where('token_hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { id, lastUsedAt, scope, scopes, ...found } = row;
      await noteUse(db, { id, lastUsedAt }, clock.now());
      return { ...found, scopes: opened({ scope, scopes }) };
    },
    async list(userId) {
      const rows = await db
        .selectFrom('access_tokens')
        .select(listed)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(present);
    },
    async revoke(by, id) {
      if (!isUuid(id)) throw new Problem('access_token_not_found');
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('access_tokens')
          .set({ revoked_at: clock.now() })
          .where('id', '=', id)
          .where('user_id', '=', by.userId)
          .where('revoked_at', 'is', null)
          .returning(['token_hash as hash', 'name'])
          .executeTakeFirst();
        if (row === undefined) throw new Problem('access_token_not_found');
        await tellEnded(trx, [rooms.session(row.hash)], 'unauthorized');
        await writeDeskLog(trx, by, 'token_ended', row.name);
      });
    },
    async replaceWidgetCode(by, code) {
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ widget_code: code }).where('id', '=', by.userId).execute();
        await tellPages(trx, by.userId);
        await tellEnded(trx, [rooms.widgetCode(by.userId)], 'invalid_link_code');
        await writeDeskLog(trx, by, 'widget_code_replaced');
        // The streamer's other pages offer the old one until they read anew.
        await tellWaiting(trx, by.userId);
      });
    },
  };
}

async function noteUse(
  db: Database,
  token: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const since = token.lastUsedAt === null ? Infinity : now.getTime() - token.lastUsedAt.getTime();
  if (since < useWrittenEveryMs) return;
  await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', token.id).execute();
}

/** What a token opens; one of a version that knew a single scope has no list. */
function opened({ scope, scopes }: Pick<Row, 'scope' | 'scopes'>): AccessScope[] {
  return scopes.length === 0 ? [scope] : scopes;
}

interface Row {
  id: string;
  scope: AccessScope;
  scopes: AccessScope[];
  name: string;
  hidesAmounts: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

function present({ scope, scopes, ...row }: Row): AccessToken {
  return {
    ...row,
    scopes: opened({ scope, scopes }),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
