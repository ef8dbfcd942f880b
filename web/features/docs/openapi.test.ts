import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serverEvents } from '#contract/events.ts';
import { curlExample } from './curl-example.ts';
import { readOpenApi } from './openapi.ts';
import { schemaFields, typeName } from './schema-fields.ts';
import { documentedClientEvents } from './socket-docs.ts';

const described = (paths: unknown) => readOpenApi({ servers: [{ url: 'http://localhost:3000/api' }], paths });

it('groups calls by the first part of their path and puts the server’s path before them', () => {
  const groups = described({
    '/auth/login': {
      post: { operationId: 'login', summary: 'Sign in.', description: 'Also with `a`.', security: [] },
    },
    '/auth/logout': { post: { operationId: 'logout', security: [{ token: [] }] } },
    '/webhook-deliveries/{id}': {
      put: { operationId: 'again', parameters: [{ name: 'id', in: 'path', required: true }] },
    },
  });
  expect([...groups.keys()]).toEqual(['Auth', 'Webhook deliveries']);
  expect(groups.get('Auth')).toMatchObject([
    { id: 'login', method: 'POST', path: '/api/auth/login', callers: 'Also with `a`.', needsToken: false },
    { id: 'logout', method: 'POST', path: '/api/auth/logout', callers: '', needsToken: true },
  ]);
  expect(groups.get('Webhook deliveries')?.[0]?.parameters).toMatchObject([
    { name: 'id', place: 'path', required: true },
  ]);
});

it('finds a call by its method, path, words and fields', () => {
  const schema = z.toJSONSchema(z.object({ user: z.object({ walletAddress: z.string() }) }));
  const reply = { 200: { content: { 'application/json': { schema } } } };
  const calls = described({ '/me': { get: { operationId: 'me', summary: 'Who I am.', responses: reply } } });
  expect(calls.get('Me')?.[0]?.searched).toBe('get /api/me who i am.  user user.walletaddress');
});

it('writes a call for a shell, with what must be given', () => {
  const schema = z.toJSONSchema(
    z.object({
      kind: z.enum(['mod', 'tool']),
      places: z.int().check(z.gte(3)),
      names: z.array(z.string()),
      isOn: z.nullable(z.boolean()),
      note: z.optional(z.string()),
    }),
  );
  const [call] = [
    ...described({
      '/things/{id}/change': {
        post: {
          operationId: 'change',
          security: [{ token: [] }],
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'from', in: 'query', required: true },
            { name: 'page', in: 'query' },
          ],
          requestBody: { content: { 'application/json': { schema } } },
        },
      },
    }).values(),
  ].flat();
  expect(call && curlExample(call)).toBe(
    [
      `curl -X POST 'http://localhost:3000/api/things/ID/change?from=FROM' \\`,
      `  -H 'Authorization: Bearer TOKEN' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"kind":"mod","places":3,"names":["…"],"isOn":true}'`,
    ].join('\n'),
  );
});

it('writes a call that needs nothing, one whose fields are all optional, and an upload', () => {
  const optional = z.toJSONSchema(
    z.object({ alertId: z.optional(z.string()), other: z.optional(z.string()) }),
  );
  const calls = described({
    '/config': { get: { operationId: 'config', security: [] } },
    '/skip': {
      post: {
        operationId: 'skip',
        security: [],
        requestBody: { content: { 'application/json': { schema: optional } } },
      },
    },
    '/upload': {
      post: { operationId: 'upload', security: [], requestBody: { content: { 'multipart/form-data': {} } } },
    },
  });
  expect([...calls.values()].flat().map(curlExample)).toEqual([
    `curl 'http://localhost:3000/api/config'`,
    `curl -X POST 'http://localhost:3000/api/skip' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"alertId":"…"}'`,
    `curl -X POST 'http://localhost:3000/api/upload' \\\n  -F audio=@clip.mp3`,
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
  expect(documentedClientEvents.map(({ name }) => name)).toContain('donation_connect');
});
