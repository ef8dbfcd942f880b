import { expect, it } from 'vitest';
import { webhookEvents } from '#contract/webhooks.ts';
import { createOpenApi } from './openapi.ts';

/** Every call of spec §7, and our own. */
const calls = [
  'GET /users/me',
  'GET /auth/me',
  'POST /auth/login',
  'POST /auth/register',
  'GET /donations/stats',
  'GET /donations/link',
  'GET /donations/my',
  'GET /donations/search',
  'GET /donations/daily',
  'GET /donations/export',
  'GET /donations/{id}/history',
  'PUT /donations/{id}/shown',
  'PUT /donations/settings',
  'GET /users/export-key',
  'GET /donations/page/{linkCode}',
  'POST /donations',
  'GET /donations/status/{id}',
  'POST /files/audio/upload',
  'GET /config',
  'GET /price',
  'GET /donations/public/{id}',
  'POST /sandbox/pay',
  'PUT /account',
  'PUT /account/password',
  'GET /account/sessions',
  'GET /account/second-factor',
  'POST /account/second-factor/begin',
  'POST /account/second-factor/on',
  'POST /account/second-factor/off',
  'POST /account/second-factor/recovery-codes',
  'POST /auth/recovery/message',
  'POST /auth/recovery/wallet',
  'POST /auth/recovery/code',
  'GET /wallet',
  'GET /wallet/entries',
  'GET /tokens',
  'PUT /tokens/{mint}',
  'GET /wallet/tokens',
  'POST /wallet/quote',
  'POST /wallet/withdrawals',
  'GET /wallet/withdrawals/{id}',
  'GET /account/recovery-code',
  'POST /account/recovery-code',
  'POST /account/sessions/end-others',
  'POST /account/sessions/{id}/end',
  'POST /auth/logout',
  'POST /auth/confirm',
  'GET /alerts',
  'POST /alerts/test',
  'POST /alerts/pause',
  'POST /alerts/resume',
  'POST /alerts/next',
  'POST /alerts/clear',
  'POST /alerts/put-back',
  'POST /alerts/skip',
  'POST /alerts/replay',
  'PUT /alerts/sound',
  'GET /alerts/rules',
  'POST /alerts/rules',
  'PUT /alerts/rules/{id}',
  'POST /alerts/rules/{id}/delete',
  'POST /alerts/sounds',
  'POST /alerts/sounds/{id}/delete',
  'GET /alerts/speech',
  'PUT /alerts/speech',
  'POST /alerts/{id}/play',
  'POST /alerts/{id}/dismiss',
  'POST /alerts/{id}/approve',
  'POST /alerts/{id}/reject',
  'POST /donations/{id}/block',
  'POST /donations/{id}/payment',
  'POST /donations/{id}/look',
  'POST /donations/{id}/payment/send',
  'POST /donations/{id}/unblock',
  'GET /blocks',
  'POST /blocks',
  'POST /blocks/{id}/remove',
  'POST /donations/{id}/block-donor',
  'POST /alerts/{id}/block-donor',
  'GET /alerts/settings',
  'PUT /alerts/settings',
  'GET /alerts/log',
  'GET /account/download',
  'GET /account/deletion',
  'POST /account/deletion',
  'POST /account/deletion/keep',
  'GET /account/retention',
  'PUT /account/retention',
  'GET /access-tokens',
  'POST /access-tokens',
  'POST /access-tokens/{id}/revoke',
  'POST /donations/link/replace',
  'GET /widgets',
  'PUT /widgets',
  'POST /widgets/goal/reset',
  'POST /streams/start',
  'POST /streams/stop',
  'GET /webhooks',
  'POST /webhooks',
  'PUT /webhooks/{id}',
  'POST /webhooks/{id}/delete',
  'GET /webhooks/{id}/secret',
  'POST /webhooks/{id}/secret/replace',
  'POST /webhooks/{id}/test',
  'GET /webhooks/{id}/deliveries',
  'GET /webhook-deliveries/{id}',
  'POST /webhook-deliveries/{id}/redeliver',
  'GET /posts',
  'PUT /posts/{kind}',
  'POST /posts/discord/connect',
  'POST /posts/twitch/connect',
  'POST /posts/{kind}/disconnect',
  'POST /posts/{kind}/test',
  'GET /posts/{kind}/sent',
];

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties: object } }> };
  responses: Record<
    string,
    { description?: string; content?: Record<string, { schema: object }>; $ref?: string }
  >;
}
const document = createOpenApi('https://brava.example') as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { token: { description: string } };
    schemas: { Problem: { properties: { code: { enum: string[]; description: string } } } };
    responses: object;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);
const find = (call: string) => operations.find((entry) => entry.call === call)?.operation;

it('every call of the specification is there, and no other', () => {
  expect(operations.map(({ call }) => call).sort()).toEqual(calls.sort());
});

it('every operation has a name of its own', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
});

it.each(operations)('$call is complete', ({ path, operation }) => {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
  expect(inPath.every(({ required }) => required)).toBe(true);
  const { default: problem, ...successes } = operation.responses;
  expect(problem).toEqual({ $ref: '#/components/responses/Problem' });
  const [success, ...others] = Object.values(successes);
  expect(others).toEqual([]);
  const isFile = path === '/donations/export';
  const [type, described] = isFile ? ['text/csv', 'type'] : ['application/json', 'properties'];
  expect(success?.content?.[type]?.schema).toHaveProperty(described);
});

it('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const follow = (reference: string): unknown =>
    reference.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  expect(references.filter((reference) => typeof follow(reference) !== 'object')).toEqual([]);
});

it('says who may call and what is optional', () => {
  expect(find('GET /users/me')?.security).toEqual([{ token: [] }]);
  expect(find('POST /donations')?.security).toEqual([]);
  expect(find('POST /donations')?.requestBody?.content['application/json']?.schema.required).toEqual([
    'linkCode',
  ]);
  expect(find('GET /donations/my')?.parameters).toMatchObject([
    { name: 'limit', in: 'query', required: false },
    { name: 'paid', in: 'query', required: false },
  ]);
  expect(find('POST /files/audio/upload')?.requestBody?.content).toHaveProperty('multipart/form-data');
  const { enum: codes, description } = document.components.schemas.Problem.properties.code;
  expect(codes).toContain('wrong_credentials');
  expect(description).toMatch(/- `insufficient_scope` \(403\): .*\n- `session_needed` \(403\): /);
  expect(document.components.securitySchemes.token.description).toContain('`insufficient_scope`');
});

it('tells what webhooks send, event by event, and which scopes open a call', () => {
  const { webhooks } = createOpenApi('https://brava.example') as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
  };
  expect(Object.keys(webhooks)).toEqual([...webhookEvents, 'test']);
  expect(webhooks['donation.received']?.post.requestBody.content['application/json']?.schema).toMatchObject({
    properties: { version: { const: 1 }, data: { required: expect.arrayContaining(['amountLamports']) } },
  });
  expect(find('GET /donations/stats')).toMatchObject({
    description: 'Also with an API token that has `donations:read` or `stats:read`.',
  });
  expect(find('POST /alerts/skip')).toMatchObject({
    description: 'Also with an API token that has `alerts`, and with a moderator’s link.',
  });
  expect(find('GET /users/export-key')).not.toHaveProperty('description');
});

it('closes no reply and no message: fields may be added to them, and programs made from it are to go on then', () => {
  expect(JSON.stringify(createOpenApi('https://brava.example'))).not.toContain(
    '"additionalProperties":false',
  );
});
