import { describe, expect, it } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations } from '#server/test/plant-donations.ts';

const http = forFile(openHttp);

async function streamerWith(rows: Parameters<typeof plantDonations>[2]) {
  const { token, user } = await http.signUp();
  await plantDonations(http.db, user.id, rows);
  const search = async (query: Record<string, string> = {}) => {
    const reply = await http.call('GET', `/donations/search?${new URLSearchParams(query)}`, undefined, token);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<RouteReply<'searchDonations'>>();
  };
  return {
    token,
    search,
    names: async (query: Record<string, string>) =>
      (await search(query)).data.map(({ donatorName }) => donatorName),
  };
}

const day = '2026-11-20T12:00:00Z';
const shown = { ...paidAt(day), shown_at: new Date(day), settled_how: 'overlay' as const };

describe('searching', () => {
  it('finds what is a part of donor name or message, whatever the case', async () => {
    const { names } = await streamerWith([
      { donator_name: 'FoxGlove', message: 'hello' },
      { donator_name: 'Kaito', message: 'a FOX!' },
      { donator_name: 'Zé' },
    ]);
    expect(await names({ search: 'fox' })).toEqual(['FoxGlove', 'Kaito']);
    expect(await names({ search: 'XGL' })).toEqual(['FoxGlove']);
    expect(await names({ search: '  hello ' })).toEqual(['FoxGlove']);
    expect(await names({ search: '   ' })).toEqual(['FoxGlove', 'Kaito', 'Zé']);
    expect(await names({ search: 'nobody' })).toEqual([]);
  });

  it('finds the one donation whose id it is', async () => {
    const { search } = await streamerWith([{}, {}, {}]);
    const [, second] = (await search()).data;
    const found = await search({ search: String(second?.id) });
    expect(found).toMatchObject({ found: 1, data: [{ id: second?.id }] });
  });

  it('takes what is typed literally, signs that mean something to the database too', async () => {
    const { names } = await streamerWith([
      { donator_name: '100%' },
      { donator_name: 'a_b' },
      { donator_name: 'axb' },
      { donator_name: String.raw`back\slash` },
      { donator_name: "o'brien" },
    ]);
    expect(await names({ search: '%' })).toEqual(['100%']);
    expect(await names({ search: '0%' })).toEqual(['100%']);
    expect(await names({ search: '_' })).toEqual(['a_b']);
    expect(await names({ search: 'A_B' })).toEqual(['a_b']);
    expect(await names({ search: '\\' })).toEqual([String.raw`back\slash`]);
    expect(await names({ search: "'" })).toEqual(["o'brien"]);
    expect(await names({ search: '%%' })).toEqual([]);
  });

  it('knows capitals of other alphabets, accents and emoji', async () => {
    const { names } = await streamerWith([
      { donator_name: 'ÉCLAIR' },
      { donator_name: 'eclair' },
      { donator_name: 'ЖУРАВЛЬ' },
      { donator_name: 'محمد', message: 'رائع 🎉🎉' },
      { donator_name: 'Ñandú 👩🏽‍🚀' },
    ]);
    expect(await names({ search: 'éclair' })).toEqual(['ÉCLAIR']);
    // As a keyboard may send it: letter and accent apart.
    expect(await names({ search: 'e\u0301clair' })).toEqual(['ÉCLAIR']);
    expect(await names({ search: 'журавль' })).toEqual(['ЖУРАВЛЬ']);
    expect(await names({ search: '🎉' })).toEqual(['محمد']);
    expect(await names({ search: 'ñandú 👩🏽‍🚀' })).toEqual(['Ñandú 👩🏽‍🚀']);
  });

  it('never joins the end of a name with the beginning of a message', async () => {
    const { names } = await streamerWith([{ donator_name: 'Anna', message: 'Bella' }]);
    expect(await names({ search: 'nab' })).toEqual([]);
    expect(await names({ search: 'na\u0001b' })).toEqual([]);
  });

  it('finds in the longest text that a donor can write', async () => {
    const { names } = await streamerWith([
      { donator_name: `${'文'.repeat(49)}X`, message: `${'字'.repeat(499)}Z` },
    ]);
    expect(await names({ search: '字z' })).toHaveLength(1);
  });
});

it('lists the last paid alone when asked, whatever came unpaid since', async () => {
  const { token } = await streamerWith([
    { donator_name: 'unpaid' },
    { donator_name: 'early', ...paidAt('2026-11-20T11:00:00Z') },
    { donator_name: 'rolled back', ...paidAt(day), failed_at: new Date(day) },
    { donator_name: 'last', ...paidAt(day) },
  ]);
  const list = async (query: string) => {
    const reply = await http.call('GET', `/donations/my?limit=2${query}`, undefined, token);
    const { data, total } = reply.json<RouteReply<'myDonations'>>();
    return { names: data.map(({ donatorName }) => donatorName), total };
  };
  expect(await list('&paid=true')).toEqual({ names: ['last', 'early'], total: 2 });
  expect(await list('')).toEqual({ names: ['unpaid', 'early'], total: 4 });
});

describe('narrowing and paging', () => {
  const rows = Array.from({ length: 45 }, (_, index) => ({
    donator_name: `Donor ${String(index).padStart(2, '0')}`,
    ...(index % 3 === 0 ? shown : {}),
  }));

  it('lists the newest first, twenty on a page unless told, each donation on one page', async () => {
    const { search, names } = await streamerWith(rows);
    expect((await search()).data).toHaveLength(20);
    const pages = await Promise.all(['1', '2', '3', '4', '5'].map((page) => names({ page, size: '10' })));
    expect(pages.flat()).toEqual(rows.map(({ donator_name }) => donator_name));
    expect(await search({ page: '6', size: '10' })).toMatchObject({ data: [], found: 45 });
    expect(await search({ page: '10000000', size: '100' })).toMatchObject({ data: [], found: 45 });
  });

  it('counts every status, whatever is searched for', async () => {
    const { search } = await streamerWith(rows);
    const counts = { PENDING: 30, RECEIVED: 0, SHOWN: 15, TRANSFERRED: 0, FAILED: 0, EXPIRED: 0 };
    expect(await search({ search: 'donor 4' })).toMatchObject({ found: 5, counts });
    expect(await search({ status: 'SHOWN' })).toMatchObject({ found: 15, counts });
    expect(await search({ status: 'SHOWN', search: 'donor 4' })).toMatchObject({ found: 1, counts });
    expect(await search({ status: 'FAILED' })).toMatchObject({ data: [], found: 0, counts });
    expect((await search({ status: 'SHOWN' })).data.every(({ status }) => status === 'SHOWN')).toBe(true);
  });

  it('never tells of another streamer’s donations', async () => {
    const mine = await streamerWith([{ donator_name: 'mine' }]);
    const other = await streamerWith([{ donator_name: 'theirs', message: 'mine' }]);
    expect(await mine.names({ search: 'mine' })).toEqual(['mine']);
    expect(await other.search({ search: 'theirs' })).toMatchObject({ found: 1, counts: { PENDING: 1 } });
    expect((await http.call('GET', '/donations/search')).statusCode).toBe(401);
  });

  it.each(['page=0', 'page=1.5', 'size=0', 'size=101', 'status=PAID', `search=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const { token } = await streamerWith([]);
      const reply = await http.call('GET', `/donations/search?${query}`, undefined, token);
      expect(reply.statusCode).toBe(400);
    },
  );
});

it('a text that is longer than any donor’s can still be stored', async () => {
  const { names } = await streamerWith([
    {
      donator_name: '𝄞'.repeat(200),
      message: Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x1f300 + (at % 700))).join(''),
    },
  ]);
  expect(await names({ search: '𝄞' })).toHaveLength(1);
});
