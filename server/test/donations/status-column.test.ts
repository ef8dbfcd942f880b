import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusOf } from '#server/domain/donation.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the status column agrees with the function on every combination of facts', async () => {
  const { rows } = await client.query<{ expression: string }>(
    `select pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d
     join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where d.adrelid = 'donations'::regclass and a.attname = 'status'`,
  );
  const time = new Date();
  for (let bits = 0; bits < 32; bits++) {
    const fact = (bit: number) => (bits & (1 << bit) ? time : null);
    const facts = {
      paidAt: fact(0),
      shownAt: fact(1),
      sweptAt: fact(2),
      expiredAt: fact(3),
      failedAt: fact(4),
    };
    const result = await client.query<{ status: string }>(
      `select ${rows[0]?.expression} as status from (select $1::timestamptz as paid_at, $2::timestamptz as shown_at,
        $3::timestamptz as swept_at, $4::timestamptz as expired_at, $5::timestamptz as failed_at) facts`,
      [facts.paidAt, facts.shownAt, facts.sweptAt, facts.expiredAt, facts.failedAt],
    );
    expect(result.rows[0]?.status, JSON.stringify(facts)).toBe(statusOf(facts));
  }
});
