import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeOverlaysOfDead } from '#server/postgres/alerts/close-overlays-of-dead.ts';
import { createOverlayStore } from '#server/postgres/alerts/overlay-store.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const deadId = '5d0e6f2a-53a1-4f6e-9a55-0b1f0d6f7c01';
const aliveId = '5d0e6f2a-53a1-4f6e-9a55-0b1f0d6f7c02';
const streamerCount = 24;
const rounds = 5;

const http = forFile(openHttp);

test('overlays that come in a crowd while those of a dead process are closed wait for each other, not for ever', async () => {
  const userIds: string[] = [];
  for (let n = 0; n < streamerCount; n += 1) userIds.push((await http.signUp()).user.id);
  await sql`
    insert into processes (id, seen_at)
    values (${deadId}, now() - interval '10 s'), (${aliveId}, now() + interval '1 h')`.execute(http.db);
  const overlays = createOverlayStore(http.db, aliveId);
  for (let round = 0; round < rounds; round += 1) {
    await sql`
      insert into overlay_sockets (socket_id, process_id, user_id)
      select 'dead-' || id, ${deadId}, id from unnest(${userIds}::uuid[]) id`.execute(http.db);
    const open = (userId: string) =>
      overlays.open({ socketId: `${round}-${userId}`, userId, isVisible: true });
    await Promise.all([closeOverlaysOfDead(http.db), ...userIds.map(open)]);
    const left = sql`select from overlay_sockets where process_id = ${deadId}`;
    expect((await left.execute(http.db)).rows).toEqual([]);
  }
});
