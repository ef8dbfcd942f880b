import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeOverlaysOfDead } from '#server/postgres/alerts/close-overlays-of-dead.ts';
import { createOverlayStore } from '#server/postgres/alerts/overlay-store.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const deadId = '5d0e6f2a-53a1-4f6e-9a55-0b1f0d6f7c01';
const aliveId = '5d0e6f2a-53a1-4f6e-9a55-0b1f0d6f7c02';
const streamerCount = 24;
const rounds = 5;

const http = forFile(openHttp);
const onError = (error: Error): void => expect.unreachable(error.message);

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

test.each([
  [10, true],
  [0, false],
])(
  'a queue that sleeps for want of an overlay is woken by its process that was silent for %d s: %s',
  async (seconds, isWoken) => {
    const { id } = (await http.signUp()).user;
    const processId = randomUUID();
    await sql`
    insert into processes (id, seen_at) values (${processId}, now() - ${seconds} * interval '1 s')`.execute(
      http.db,
    );
    await sql`insert into overlay_sockets (socket_id, process_id, user_id) values (${id}, ${processId}, ${id})`.execute(
      http.db,
    );
    await sql`insert into alert_queues (user_id, wake_at) values (${id}, null)`.execute(http.db);
    const row = await keepProcessRow(http.db, processId, { isAlone: false, onError });
    const { rows } = await sql<{ isAwake: boolean }>`
    select wake_at is not null as "isAwake" from alert_queues where user_id = ${id}`.execute(http.db);
    expect(rows).toEqual([{ isAwake: isWoken }]);
    await row.stop();
  },
);
