import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { listedDonation } from '#contract/listed-donation-fixture.ts';
import type { Ports } from '#server/app/ports.ts';
import { publicLimits } from '#server/app/limits/limits.ts';
import { bareSettings, countingAlone, openBareHttp, problemBody } from './bare-http-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

let app: FastifyInstance;
const http = forFile(openBareHttp);
beforeAll(async () => {
  app = await http.open();
});

const token = 'A'.repeat(43);

function sessionsOf(userId: string): Ports['sessions'] {
  return {
    find: () => Promise.resolve({ userId, passwordTypedAt: new Date(), factorProvenAt: null }),
  } as unknown as Ports['sessions'];
}

describe('replies', () => {
  it('a field that the contract does not declare never leaves', async () => {
    const row = listedDonation();
    const list = () =>
      Promise.resolve({ data: [{ ...row, creator: 'hash of an address' }], total: 1, secret: 1 });
    const donations = { list } as unknown as Ports['donations'];
    const server = await http.open({ donations, sessions: sessionsOf('user-1') });
    const reply = await server.inject({
      url: '/api/donations/my',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.json()).toEqual({ data: [row], total: 1 });
  });

  it('a reply that does not fit the contract is a logged 500 that tells nothing', async () => {
    const broken = {
      ...bareSettings,
      publicUrl: 'https://brava.example',
      networkLabel: 42 as unknown as string,
    };
    http.errors.length = 0;
    const reply = await (await http.open({ settings: broken })).inject('/api/config');
    const id = reply.headers['x-request-id'];
    expect([reply.statusCode, reply.json()]).toEqual([500, { ...problemBody('internal'), id }]);
    expect(http.errors.join()).toContain('request failed');
  });

  it('a method that a call does not have is 405 and names the ones it has', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/api/donations/settings' });
    expect([reply.statusCode, reply.headers['allow'], reply.json()]).toEqual([
      405,
      'PUT',
      problemBody('method_not_allowed'),
    ]);
    expect((await app.inject({ method: 'GET', url: '/api/auth/login' })).statusCode).toBe(405);
  });

  it('HEAD answers like GET without a body', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/api/config' });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  it('an upload is refused in words, whatever it is', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'audio/mpeg', 'application/json']) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/files/audio/upload',
        headers: { 'content-type': type },
        payload: Buffer.alloc(200_000),
      });
      expect([reply.statusCode, reply.json()]).toEqual([404, problemBody('uploads_closed')]);
    }
  });
});

describe('rate limits', () => {
  it('a used up budget is 429 with Retry-After, by /64 for IPv6', async () => {
    const rateLimits = countingAlone({ ...publicLimits, read: { address: { max: 2, windowMs: 3_600_000 } } });
    const limited = await http.open({}, { trustProxy: ['127.0.0.1'], rateLimits });
    const from = (address: string) =>
      limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': address } });
    await from('2001:db8::1');
    await from('2001:db8::2');
    const refused = await from('2001:db8::3');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      code: 'too_many_requests',
      message: expect.stringMatching(/^That was too often\. Please try again in \d+ (seconds|minutes)\.$/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('a client counts as one, whatever port the proxy writes behind its address', async () => {
    const rateLimits = countingAlone({ ...publicLimits, read: { address: { max: 2, windowMs: 3_600_000 } } });
    const limited = await http.open({}, { trustProxy: ['127.0.0.1'], rateLimits });
    const from = async (address: string) =>
      (await limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': address } })).statusCode;
    for (const [first, second, third, other] of [
      ['192.0.2.7:40000', '192.0.2.7', '192.0.2.7:40001', '192.0.2.8:40000'],
      ['[2001:db8::1]:40000', '2001:db8::2', '[2001:db8::3]:40001', '[2001:db8:0:1::1]:40000'],
      // What is no address counts as the proxy, as it does for sockets.
      ['unknown', '_hidden', '192.0.2.7:x', '192.0.2.9'],
    ] as const)
      expect([await from(first), await from(second), await from(third), await from(other)]).toEqual([
        200, 200, 429, 200,
      ]);
  });

  it('without a trusted proxy X-Forwarded-For is not believed', async () => {
    const rateLimits = countingAlone({ ...publicLimits, read: { address: { max: 1, windowMs: 3_600_000 } } });
    const limited = await http.open({}, { rateLimits });
    await limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': '10.0.0.1' } });
    const second = await limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': '10.0.0.2' } });
    expect(second.statusCode).toBe(429);
  });
});
