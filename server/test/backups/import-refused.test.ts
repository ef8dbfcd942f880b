import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupRecord, encodeRecords } from '#server/postgres/backups/backup-file.ts';
import { exportRecords } from '#server/postgres/backups/export-backup.ts';
import { importBackup } from '#server/postgres/backups/import-backup.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';

const times = 300;

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'brava-import-'));
  await query(
    database.connectionString,
    `insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('g', 's', 0);
     insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     select 'user' || n, 'x', 'w' || n, n, 0, 'd' || n, 'e' || n from generate_series(1, 200) n`,
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** All users again and again, in pieces of that size: much is still to come when PostgreSQL refuses the second of them. */
async function* withUsersAgain(
  records: AsyncIterable<BackupRecord>,
  pieceBytes: number,
): AsyncGenerator<BackupRecord> {
  let users: Buffer[] | null = null;
  for await (const record of records) {
    if (record.kind === 'table') users = record.start.table === 'users' ? [] : null;
    if (record.kind === 'piece') users?.push(record.bytes);
    if (record.kind === 'end' && users !== null) {
      const again = Buffer.concat(Array.from({ length: times }, () => users ?? []).flat());
      for (let at = 0; at < again.length; at += pieceBytes)
        yield { kind: 'piece', bytes: again.subarray(at, at + pieceBytes) };
    }
    yield record;
  }
}

test.each([100, 10_000, 1_000_000])(
  'rows that PostgreSQL refuses end an import with its reason, also where pieces of %i bytes follow',
  async (pieceBytes) => {
    const file = join(folder, `${pieceBytes}.backup`);
    const records = withUsersAgain(exportRecords(database.connectionString), pieceBytes);
    const content = Readable.from(encodeRecords(records), { objectMode: true });
    await pipeline(content, createGzip({ level: 1 }), createWriteStream(file));
    await expect(importBackup(database.connectionString, file, { keyEpoch: 1 })).rejects.toMatchObject({
      code: '23505',
      message: expect.stringContaining('duplicate key'),
    });
    expect(await query(database.connectionString, 'select 1 from users')).toHaveLength(200);
  },
);
