import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { replyWithProblem } from './problem-replies.ts';

const app = Fastify();
let thrown: unknown;

beforeAll(async () => {
  app.setErrorHandler(replyWithProblem);
  app.get('/', async () => {
    throw thrown;
  });
  await app.ready();
});
afterAll(() => app.close());

async function replyTo(error: unknown) {
  thrown = error;
  const { statusCode, headers, body } = await app.inject('/');
  return { statusCode, retryAfter: headers['retry-after'], ...(JSON.parse(body) as { code: string }) };
}

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

const away = [
  '53100',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '08006',
  'ENOSPC',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
test.each(away)(
  'a database or disk that is away, too slow or full (%s) is unavailable, with a time to come back',
  async (code) => {
    expect(await replyTo(withCode(code))).toMatchObject({
      statusCode: 503,
      code: 'unavailable',
      retryAfter: '10',
    });
  },
);

test('so is a socket of the database that is missing or takes nobody more; a missing file, or a broken rule, is a bug', async () => {
  expect(await replyTo(withCode('EAGAIN', { syscall: 'connect' }))).toMatchObject({ code: 'unavailable' });
  expect(await replyTo(withCode('ENOENT', { syscall: 'connect' }))).toMatchObject({ code: 'unavailable' });
  expect(await replyTo(withCode('ENOENT', { syscall: 'open' }))).toMatchObject({ code: 'internal' });
  expect(await replyTo(withCode('23505'))).toMatchObject({ statusCode: 500, code: 'internal' });
});

test('a chain that is away makes the server busy', async () => {
  expect(await replyTo(new Transient('no node answers'))).toMatchObject({ code: 'busy', retryAfter: '3' });
});
