import * as z from 'zod/mini';
import { schemaFields } from './schema-fields.ts';

const content = z.optional(z.record(z.string(), z.looseObject({ schema: z.optional(z.unknown()) })));
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(
    z.array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.optional(z.boolean()),
        schema: z.optional(z.unknown()),
      }),
    ),
  ),
  requestBody: z.optional(z.looseObject({ content })),
  responses: z.optional(z.record(z.string(), z.looseObject({ content }))),
});
const document = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** One call as the page shows it. Schemas are JSON Schema, unread. */
export interface DocumentedCall {
  /** Its name in the contract, and in the page's address. */
  id: string;
  method: string;
  path: string;
  /** Where it is called, with '{id}' where a parameter stands. */
  url: string;
  summary: string;
  needsToken: boolean;
  /** Who else may call it; names of scopes stand in backticks. Empty: nobody. */
  callers: string;
  parameters: { name: string; place: string; required: boolean; schema: unknown }[];
  body: unknown;
  /** How the body is sent: 'application/json'. Empty without one. */
  bodyType: string;
  reply: unknown;
  /** What a search looks in, in lower case: all of the above, and the names of all fields. */
  searched: string;
}

/** The calls of an OpenAPI document by the first part of their path ('Auth', 'Donations'). Throws when it is not one. */
export function readOpenApi(json: unknown): Map<string, DocumentedCall[]> {
  const { servers, paths } = document.parse(json);
  const base = servers[0]?.url ?? '';
  const groups = new Map<string, DocumentedCall[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const group = groupOf(path);
      groups.set(group, [...(groups.get(group) ?? []), toCall(base + path, method, described)]);
    }
  }
  return groups;
}

function toCall(url: string, method: string, described: z.infer<typeof operation>): DocumentedCall {
  const [, success] =
    Object.entries(described.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  const [bodyType = '', body] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const [, reply] = Object.entries(success?.content ?? {})[0] ?? [];
  const call = {
    id: described.operationId,
    method: method.toUpperCase(),
    path: pathOf(url),
    url,
    summary: described.summary ?? '',
    needsToken: described.security?.length !== 0,
    callers: described.description ?? '',
    parameters: (described.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      required: parameter.required ?? false,
      schema: parameter.schema,
    })),
    body: body?.schema,
    bodyType,
    reply: reply?.schema,
  };
  const fields = [...call.parameters, ...schemaFields(call.body), ...schemaFields(call.reply)];
  const names = fields.map(({ name }) => name).join(' ');
  return {
    ...call,
    searched: `${call.method} ${call.path} ${call.summary} ${call.callers} ${names}`.toLowerCase(),
  };
}

/** The path of a call's address, as it was written: 'http://localhost/api/donations/{id}' gives '/api/donations/{id}'. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

function groupOf(path: string): string {
  const [first = '', ...rest] = path.split('/').find((part) => part !== '') ?? 'other';
  return (first.toUpperCase() + rest.join('')).replaceAll('-', ' ');
}
