import * as z from 'zod/mini';
import { type ProblemCode, problems } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { webhookEvents, webhookMessage } from '#contract/webhooks.ts';

type Json = Record<string, unknown>;

const problemReply = { $ref: '#/components/responses/Problem' };

/**
 * The contract as an OpenAPI 3.1 document, made from the same table that the server mounts. The operator's calls are
 * left out: whoever is no operator is not to learn of them.
 */
export function createOpenApi(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brava',
      version: '1',
      description:
        'SOL donations for live streamers. Amounts are SOL as JSON numbers; times are ISO 8601 in UTC. Replies may get more fields: pass over those that you do not know. A refusal with `Retry-After` says after how many seconds to ask again.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    webhooks: Object.fromEntries(
      [...webhookEvents, 'test'].map((event) => [event, { post: messageOf(event) }]),
    ),
    paths: pathsOf(Object.entries(routes) as [RouteName, Route][]),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'From register or login, or an API token where a call names its scope. One that is unknown or has ended is refused with 401; an API token that opens other calls with 403, `insufficient_scope` or `session_needed`.',
        },
      },
      schemas: { Problem: problemSchema() },
      responses: {
        Problem: {
          description: 'A refusal. Branch on `code`; `message` is for a person.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function pathsOf(entries: [RouteName, Route][]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, route] of entries) {
    if (route.access === 'operator') continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return paths;
}

/** What a streamer's own program receives, and how it is to answer. */
function messageOf(event: string): Json {
  const schema = jsonSchema(webhookMessage, 'output');
  return {
    summary: `Sent to the webhooks that want ${event}, signed by Standard Webhooks.`,
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Taken. Anything else is repeated.' } },
  };
}

function operation(name: RouteName, route: Route): Json {
  return {
    operationId: name,
    summary: route.summary,
    ...describeTokens(route),
    security: route.access === 'anyone' ? [] : [{ token: [] }],
    parameters: [...parametersIn('path', route.params), ...parametersIn('query', route.query)],
    ...requestBody(route),
    responses: {
      [route.status]: {
        description: 'Done.',
        content: { [route.sends?.type ?? 'application/json']: { schema: jsonSchema(route.reply, 'output') } },
      },
      default: problemReply,
    },
  };
}

/** Which tokens open a call, besides a session's. */
function describeTokens({ access, scopes }: Route): { description?: string } {
  if (access === 'desk')
    return { description: 'Also with an API token that has `alerts`, and with a moderator’s link.' };
  if (scopes === undefined) return {};
  return {
    description: `Also with an API token that has ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
  };
}

function requestBody(route: Route): Json {
  if (route.upload === true) {
    const audio = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', properties: { audio }, required: ['audio'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (route.body === undefined) return {};
  const schema = jsonSchema(route.body, 'input');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniObject | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'output');
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

/** No object is closed: fields may be added later, and what is made from this document is to pass over them. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: made }) => {
      if (made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}

function problemSchema(): Json {
  const codes = Object.keys(problems) as ProblemCode[];
  const lines = codes.map((code) => `- \`${code}\` (${problems[code][0]}): ${problems[code][1]}`);
  return {
    type: 'object',
    properties: {
      message: { type: 'string' },
      code: { type: 'string', enum: codes, description: lines.join('\n') },
      id: {
        type: 'string',
        description: 'With `internal`: by it the operator finds the request in the log.',
      },
    },
    required: ['message', 'code'],
  };
}
