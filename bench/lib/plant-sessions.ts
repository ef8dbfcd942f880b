import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';

/** Signs streamers in by writing the rows, without the password hash that each would cost; a token for each of them. */
export async function addSessions(db: Client, userIds: readonly string[]): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await db.query(
    `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, password_typed_at)
     select decode(hash, 'hex'), user_id, now(), now(), now() + interval '30 days', now()
     from unnest($1::text[], $2::uuid[]) as t (hash, user_id)`,
    [hashes, userIds],
  );
  return tokens;
}
