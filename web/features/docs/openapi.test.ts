import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serverEvents } from '#contract/events.ts';
import { readOpenApi } from './openapi.ts';
import { schemaFields, typeName } from './schema-fields.ts';
import { documentedClientEvents } from './socket-docs.ts';

it('groups calls by the first part of their path and puts the server’s path before them', () => {
  const groups = readOpenApi({
    servers: [{ url: 'http://localhost:3000/api' }],
    paths: {
      '/auth/login': { post: { summary: 'Sign in.', description: 'Also with `a`.' } },
      '/auth/logout': { post: {} },
      '/donations/{id}/shown': { put: { parameters: [{ name: 'id', in: 'path', required: true }] } },
    },
  });
  expect([...groups.keys()]).toEqual(['Auth', 'Donations']);
  expect(groups.get('Auth')?.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/logout',
  ]);
  expect(groups.get('Auth')?.map(({ callers }) => callers)).toEqual(['Also with `a`.', '']);
  expect(groups.get('Donations')?.[0]?.parameters).toMatchObject([
    { name: 'id', place: 'path', required: true },
  ]);
});

it('flattens nested objects, lists and nullable fields of the contract’s own schemas', () => {
  const schema = z.toJSONSchema(
    z.object({ data: z.array(z.object({ id: z.string() })), note: z.optional(z.nullable(z.string())) }),
  );
  expect(schemaFields(schema)).toEqual([
    { name: 'data', type: 'list of object', required: true },
    { name: 'data[].id', type: 'string', required: true },
    { name: 'note', type: 'string or null', required: false },
  ]);
  expect(schemaFields(z.toJSONSchema(serverEvents.donation_updated)).length).toBeGreaterThan(15);
});

it('says the limits in words', () => {
  expect(typeName({ type: 'string', maxLength: 50 })).toBe('string, at most 50');
  expect(typeName({ const: true })).toBe('true');
  expect(typeName({ enum: ['a', 'b'] })).toBe('"a" | "b"');
});

it('describes every event that a client may send', () => {
  expect(documentedClientEvents().map(({ name }) => name)).toContain('donation_connect');
});
