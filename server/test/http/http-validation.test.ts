import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

let token: string;
let linkCode: string;
const http = forFile(openHttp);
beforeAll(async () => {
  ({ token, donationLink: linkCode } = await http.signUp('streamer'));
});

const message = async (method: 'POST' | 'PUT', path: string, body: unknown, as?: string) => {
  const reply = await http.call(method, path, body, as);
  expect(Object.keys(reply.json()).sort()).toEqual(['code', 'message']);
  return [reply.statusCode, reply.json().code, reply.json().message];
};
const invalid = (text: string) => [400, 'invalid_request', text];

const styleOf = (customGradient: string) => JSON.stringify({ gradientType: 'custom', customGradient });

describe('the texts of spec §5, the first one that applies', () => {
  it.each([
    [{ username: 'ab', password: 'secret1' }, 'Username must be at least 3 characters'],
    [{ username: 'a'.repeat(21), password: 'secret1' }, 'Username must be less than 20 characters'],
    [
      { username: 'a b c', password: 'secret1' },
      'Username can only contain letters, numbers, underscores and dashes',
    ],
    [{ username: 'abc', password: '12345' }, 'Password must be at least 6 characters'],
    [{ username: 'abc', password: 'p'.repeat(51) }, 'Password must be less than 50 characters'],
    [{ username: 'a!', password: '1' }, 'Username must be at least 3 characters'],
    [{ username: 'abc', password: 'secret1', timeZone: 'Mars/Base' }, 'This time zone is not known.'],
  ])('register %j', async (body, text) => {
    expect(await message('POST', '/auth/register', body)).toEqual(invalid(text));
  });

  it.each([
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: 'x', password: '' }, 'Password is required'],
  ])('login %j', async (body, text) => {
    expect(await message('POST', '/auth/login', body)).toEqual(invalid(text));
  });

  const style = { minDonationAmount: 0.002, cardColor: '#22c55e', cardGradient: null };
  it.each([
    [{ minDonationAmount: 0.0019 }, 'Minimum amount must be at least 0.002 SOL'],
    [{ minDonationAmount: 100.1 }, 'Minimum amount cannot exceed 100 SOL'],
    [{ cardColor: 'red' }, 'Invalid hex color'],
    [{ cardGradient: '{"gradientType":"none","nameColor":"red"}' }, 'Invalid hex color'],
    [{ cardGradient: styleOf('linear-gradient(red\0, blue)') }, 'The gradient must be text.'],
    [{ cardGradient: styleOf('linear-gradient(red\ud83d, blue)') }, 'The gradient must be text.'],
  ])('settings %j', async (change, text) => {
    expect(await message('PUT', '/donations/settings', { ...style, ...change }, token)).toEqual(
      invalid(text),
    );
  });

  it('donation', async () => {
    expect(await message('POST', '/donations', { linkCode, donatorName: 'n'.repeat(51) })).toEqual(
      invalid('Name must be less than 50 characters'),
    );
    expect(await message('POST', '/donations', { linkCode, message: 'm'.repeat(501) })).toEqual(
      invalid('Message must be less than 500 characters'),
    );
  });
});

describe('words where the contract has none', () => {
  it('a missing and a wrong field are named', async () => {
    expect(await message('POST', '/auth/register', { password: 'secret1' })).toEqual(
      invalid('Please send username.'),
    );
    expect(await message('POST', '/auth/login', { password: 'x' })).toEqual(invalid('Username is required'));
    expect(await message('POST', '/auth/register', { username: 5, password: 'secret1' })).toEqual(
      invalid('The value of username is not right.'),
    );
    expect(await message('POST', '/auth/login', [])).toEqual(invalid('Please send a JSON object.'));
  });
});

describe('a request that is fine', () => {
  it('settings are stored and seen by the user', async () => {
    const cardGradient = JSON.stringify({ gradientType: 'ocean', nameColor: '#000000' });
    const body = { minDonationAmount: 0.123456789, cardColor: '#ABCDEF', cardGradient };
    const changed = await http.call('PUT', '/donations/settings', body, token);
    expect(changed.json()).toMatchObject(body);
    expect((await http.call('GET', '/users/me', undefined, token)).json()).toMatchObject(body);
  });

  it('blank and null fields of a donation take their defaults; what cannot be stored goes from the text', async () => {
    const body = { linkCode, donatorName: '  ', message: null, audioFileName: null, audioDuration: null };
    const blank = (await http.call('POST', '/donations', body)).json();
    const shown = (await http.call('GET', `/donations/public/${blank.id}`)).json();
    expect(shown).toMatchObject({ donatorName: 'Anonymous', message: '', status: 'PENDING', amount: 0 });
    const odd = { linkCode, donatorName: 'A\u0000nna', message: 'cut \ud83d in half' };
    const cleaned = (await http.call('POST', '/donations', odd)).json();
    const read = (await http.call('GET', `/donations/public/${cleaned.id}`)).json();
    expect(read).toMatchObject({ donatorName: 'Anna', message: 'cut  in half' });
  });

  it('a body that a call does not have may be missing, empty or anything', async () => {
    const { id } = (await http.call('POST', '/donations', { linkCode })).json();
    for (const body of [undefined, {}, { shown: true }]) {
      const reply = await http.call('PUT', `/donations/${id}/shown`, body, token);
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'donation_not_paid']);
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await http.app.inject({ method: 'PUT', url: `/api/donations/${id}/shown`, headers });
    expect(reply.statusCode).toBe(409);
  });
});

it('every time zone that a browser may send is one that the database can reckon in', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'Asia/Calcutta', 'europe/berlin'];
  const { rows } = await sql<{ known: bigint }>`
    select count(now() at time zone zone) as known from unnest(${zones}::text[]) as zone`.execute(http.db);
  expect(rows).toEqual([{ known: BigInt(zones.length) }]);
});

describe('what does not exist', () => {
  const someId = '018f2b5e-0000-7000-8000-000000000000';

  it.each([65, 100, 101])('a name of %i letters, longer than any of ours', async (length) => {
    const name = 'x'.repeat(length);
    for (const path of [`status/${name}`, `public/${name}`, `page/${name}`]) {
      const reply = await http.call('GET', `/donations/${path}`);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
  });

  it.each(['1', 'x'.repeat(64), someId, `${someId}x`, "'; drop table users"])('donation %s', async (id) => {
    for (const [method, path] of [
      ['GET', 'status/:id'],
      ['GET', 'public/:id'],
      ['PUT', ':id/shown'],
    ] as const) {
      const reply = await http.call(
        method,
        `/donations/${path.replace(':id', encodeURIComponent(id))}`,
        undefined,
        token,
      );
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'donation_not_found']);
    }
  });

  it('somebody else’s donation is not there', async () => {
    const { id } = (await http.call('POST', '/donations', { linkCode })).json();
    const stranger = await http.signUp('stranger');
    const reply = await http.call('PUT', `/donations/${id}/shown`, undefined, stranger.token);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'donation_not_found']);
  });

  it('the faucet off the sandbox', async () => {
    const reply = await http.call('POST', '/sandbox/pay', { donationId: someId });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'sandbox_only']);
  });
});
