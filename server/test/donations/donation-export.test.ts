import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import type { ExportedDonation } from '#server/app/donation-reads.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations } from '#server/test/plant-donations.ts';

let origin: string;
const http = forFile(openHttp);
beforeAll(async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`;
});

async function streamerWith(rows: Parameters<typeof plantDonations>[2]) {
  const { token, user } = await http.signUp();
  const ids = await plantDonations(http.db, user.id, rows);
  return { token, ids, headers: { authorization: `Bearer ${token}` } };
}

async function exportOf(
  headers: Record<string, string>,
  query = '',
): Promise<{ reply: Response; lines: string[] }> {
  const reply = await fetch(`${origin}/api/donations/export${query}`, { headers });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.endsWith('\r\n')).toBe(true);
  return { reply, lines: text.slice(0, -2).split('\r\n') };
}

const head =
  'Id,Created,Paid,Donor,Message,Status,Amount SOL,Minimum SOL,Late,Address,Payment signatures,Transfer signature,Shown how,Value when paid,Value currency,Price of 1 SOL,Blocked,Texts removed,Hidden on stream,Chosen SOL,Token,Amount token,Minimum token,Token mint';

const today = () => new Date().toISOString().slice(0, 10);

it('is a file with a dated name that nobody keeps on the way', async () => {
  const { headers } = await streamerWith([]);
  const before = today();
  const { reply, lines } = await exportOf(headers);
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect([before, today()].map((day) => `attachment; filename="brava-donations-${day}.csv"`)).toContain(
    reply.headers.get('content-disposition'),
  );
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(lines).toEqual([head]);
});

it('has what is searched for alone, at that status', async () => {
  const day = '2026-11-20T12:00:00Z';
  const { headers } = await streamerWith([
    { donator_name: 'FoxGlove', ...paidAt(day) },
    { donator_name: 'Kaito', ...paidAt(day) },
    { donator_name: 'fox' },
  ]);
  const donorsOf = async (query: string) =>
    (await exportOf(headers, query)).lines.slice(1).map((line) => line.split(',')[3]);
  expect(await donorsOf('?search=FOX')).toEqual(['FoxGlove', 'fox']);
  expect(await donorsOf('?search=fox&status=RECEIVED')).toEqual(['FoxGlove']);
  expect(await donorsOf('?status=FAILED')).toEqual([]);
  expect((await fetch(`${origin}/api/donations/export?status=PAID`, { headers })).status).toBe(400);
});

it('tells all of a donation, amounts to the last lamport', async () => {
  const { headers, ids } = await streamerWith([
    {
      donator_name: 'Zoë 🌻',
      message: 'Good luck, "Kat"',
      address: 'AddressOfZoe',
      created_at: new Date('2026-11-20T10:00:00.123Z'),
      ...paidAt('2026-11-20T10:05:00Z', 9_007_199_254_740_993n),
      late: true,
      shown_at: new Date('2026-11-20T10:06:00Z'),
      settled_how: 'overlay',
      swept_at: new Date('2026-11-20T10:07:00Z'),
      transfer_signature: 'sweep1',
      asked_lamports: 500_000_000n,
      hides_name: true,
      hides_amount: true,
    },
    { address: 'AddressOfAna', created_at: new Date('2026-11-19T10:00:00Z'), message: '' },
  ]);
  const entry = {
    address: 'AddressOfZoe',
    block_time: new Date('2026-11-20T10:05:00Z'),
    fee_lamports: 0n,
    succeeded: true,
    finalized: true,
    dropped: false,
  };
  await http.db
    .insertInto('chain_entries')
    .values([
      { ...entry, signature: 'pay2', slot: 12n, lamports: 5n },
      { ...entry, signature: 'pay1', slot: 11n, lamports: 5n },
      { ...entry, signature: 'sweep1', slot: 13n, lamports: -10n },
      { ...entry, signature: 'refused', slot: 11n, lamports: 5n, succeeded: false },
      { ...entry, signature: 'rolled-back', slot: 11n, lamports: 5n, finalized: false, dropped: true },
    ])
    .execute();
  const { lines } = await exportOf(headers);
  expect(lines).toEqual([
    head,
    `${ids[0]},2026-11-20T10:00:00.123Z,2026-11-20T10:05:00.000Z,Zoë 🌻,"Good luck, ""Kat""",Transferred,` +
      '9007199.254740993,0.002000000,yes,AddressOfZoe,pay1 pay2,sweep1,overlay,,,,,,name amount,0.500000000,,,,',
    `${ids[1]},2026-11-19T10:00:00.000Z,,Ana,,Pending,0.000000000,0.002000000,no,AddressOfAna,,,,,,,,,,,,,,`,
  ]);
});

it('what a spreadsheet would run as a formula is plain text', async () => {
  const traps = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'];
  const { headers } = await streamerWith(traps.map((trap) => ({ donator_name: trap, message: trap })));
  const reply = await fetch(`${origin}/api/donations/export`, { headers });
  const text = await reply.text();
  for (const trap of ["'=1+1,'=1+1", "'+1,'+1", "'-1,'-1", "'@SUM(A1),'@SUM(A1)", "'\tx,'\tx"])
    expect(text).toContain(`,${trap},`);
  expect(text).toContain(`,"'\rx","'\rx",`);
  expect(text).toContain(`,"'=HYPERLINK(""http://x"",""y"")",`);
});

const asOneLine = ([name, message]: string[]): string => `${name},${message}`;

it('nor does one start where a spreadsheet that parts at semicolons sees a cell begin', async () => {
  const traps = [
    ['a;=HYPERLINK(A1);b', "a;'=HYPERLINK(A1);b"],
    ['a;  +1;-1', "a;'  +1;'-1"],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a;＝1', "a;'＝1"],
    ['=1;=2', "'=1;'=2"],
  ] as const;
  const quoted = ['a;"=1+1;b', `"a;'""=1+1;b"`] as const;
  const plain = ['so good; so long', 'a;b', 'one; 2-1; x=y', 'hi ;-)', 'hi ; -)', ';', 'a; '];
  const texts = [...traps.map(([trap]) => trap), quoted[0], ...plain];
  const { headers } = await streamerWith(texts.map((text) => ({ donator_name: text, message: text })));
  const { lines } = await exportOf(headers);
  const cells = lines.slice(1).map((line) => line.slice(62).split(',').slice(1, 3));
  const expected = [...traps.map(([, harmless]) => harmless), quoted[1], ...plain];
  expect(cells.map(asOneLine).toSorted()).toEqual(expected.map((text) => `${text},${text}`).toSorted());
});

/** Seven hundred donations come with the same second. */
const secondOf = (index: number): Date =>
  new Date(Date.parse('2026-11-20T12:00:00Z') - Math.floor(index / 700) * 1000);

it('holds every donation once, newest first, however many come with the same instant; nobody else’s', async () => {
  await streamerWith([{ donator_name: 'Stranger' }]);
  const rows = Array.from({ length: 2500 }, (_, index) => ({
    created_at: secondOf(index),
    expires_at: new Date('2026-12-01'),
  }));
  const { headers, ids } = await streamerWith(rows);
  // A database knows microseconds, and so do the batches.
  await http.db
    .updateTable('donations')
    .set({ created_at: sql<Date>`created_at + interval '0.0004 seconds'` })
    .where(
      'id',
      'in',
      ids.filter((_, index) => index % 2 === 0),
    )
    .execute();
  const { lines } = await exportOf(headers);
  const exported = lines.slice(1).map((line) => line.slice(0, 36));
  expect(exported).toHaveLength(2500);
  expect(new Set(exported)).toEqual(new Set(ids));
  const times = lines.slice(1).map((line) => line.slice(37, 61));
  expect(times).toEqual(times.toSorted().toReversed());
});

/** Reads batches like the store's, `count` of them, then as `end` says. */
function batches(count: number, end: () => Promise<void>) {
  const donation: ExportedDonation = {
    id: 'x',
    createdAt: new Date(0),
    paidAt: null,
    donatorName: 'x'.repeat(1000),
    message: '',
    status: 'PENDING',
    receivedLamports: 0n,
    minLamports: 1n,
    askedLamports: null,
    hidesName: false,
    hidesAmount: false,
    late: false,
    address: 'a',
    paymentSignatures: [],
    transferSignature: null,
    settledHow: null,
    value: null,
    isBlocked: false,
    blockKind: null,
    blockValue: null,
    textsRemovedAt: null,
    token: null,
    tokenMinimumUnits: null,
  };
  const seen = { read: 0, isOver: false };
  const readAll = async function* (): AsyncGenerator<ExportedDonation[]> {
    try {
      for (; seen.read < count; seen.read += 1) yield Array.from({ length: 100 }, () => donation);
      await end();
    } finally {
      seen.isOver = true;
    }
  };
  vi.spyOn(http.ports.donations, 'readAll').mockImplementation(readAll);
  return seen;
}

it('a failure before the first line is told in words', async () => {
  const { headers } = await streamerWith([]);
  batches(0, () => Promise.reject(new Error('no database')));
  const reply = await fetch(`${origin}/api/donations/export`, { headers });
  expect(reply.status).toBe(500);
  expect(await reply.json()).toMatchObject({ code: 'internal' });
});

it('a failure halfway never looks like a whole file', async () => {
  const { headers } = await streamerWith([]);
  batches(3, () => Promise.reject(new Error('no database')));
  const reply = await fetch(`${origin}/api/donations/export`, { headers });
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow('terminated');
});

it('reads only as fast as the caller takes, and no more once the caller has gone', async () => {
  const { headers } = await streamerWith([]);
  const seen = batches(100_000, () => Promise.resolve());
  const asking = get(`${origin}/api/donations/export`, { headers });
  const [reply] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { destroy(): void }];
  await once(reply, 'readable');
  // Nobody reads on: the pipes between the two fill, and then it stands still.
  let before = -1;
  await vi.waitFor(
    () => {
      const stoodStill = seen.read === before;
      before = seen.read;
      expect(stoodStill).toBe(true);
    },
    { timeout: 10_000, interval: 300 },
  );
  expect(seen.read).toBeLessThan(1000);
  reply.destroy();
  await vi.waitFor(() => expect(seen.isOver).toBe(true), { timeout: 5000 });
  expect(seen.read).toBeLessThan(1000);
});

it('asks for a session, and answers HEAD without reading it all', async () => {
  const { headers } = await streamerWith([]);
  expect((await fetch(`${origin}/api/donations/export`)).status).toBe(401);
  const seen = batches(100_000, () => Promise.resolve());
  const reply = await fetch(`${origin}/api/donations/export`, { headers, method: 'HEAD' });
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(seen.read).toBeLessThan(3);
});
