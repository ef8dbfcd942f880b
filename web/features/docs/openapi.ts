import * as z from 'zod/mini';

const content = z.optional(z.record(z.string(), z.looseObject({ schema: z.optional(z.unknown()) })));
const operation = z.looseObject({
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
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
  servers: z.optional(z.array(z.looseObject({ url: z.string() }))),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** One call as the page shows it. Schemas are JSON Schema, unread. */
export interface DocumentedCall {
  method: string;
  path: string;
  summary: string;
  /** Who else may call it; names of scopes stand in backticks. Empty: nobody. */
  callers: string;
  parameters: { name: string; place: string; required: boolean; schema: unknown }[];
  body: unknown;
  reply: unknown;
}

/** The calls of an OpenAPI document by the first part of their path ('Auth', 'Donations'). Throws when it is not one. */
export function readOpenApi(json: unknown): Map<string, DocumentedCall[]> {
  const { servers, paths } = document.parse(json);
  const base = pathOf(servers?.[0]?.url ?? '');
  const groups = new Map<string, DocumentedCall[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const group = groupOf(path);
      groups.set(group, [...(groups.get(group) ?? []), toCall(base + path, method, described)]);
    }
  }
  return groups;
}

function toCall(path: string, method: string, described: z.infer<typeof operation>): DocumentedCall {
  const [, success] =
    Object.entries(described.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  return {
    method: method.toUpperCase(),
    path,
    summary: described.summary ?? '',
    callers: described.description ?? '',
    parameters: (described.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      required: parameter.required ?? false,
      schema: parameter.schema,
    })),
    body: firstSchema(described.requestBody?.content),
    reply: firstSchema(success?.content),
  };
}

function firstSchema(given: z.infer<typeof content>): unknown {
  return Object.values(given ?? {})[0]?.schema;
}

/** The path part of a server's address, without a slash at its end; 'http://localhost/api' and '/api' give '/api'. */
function pathOf(serverUrl: string): string {
  return new URL(serverUrl, 'http://localhost').pathname.replace(/\/$/, '');
}

function groupOf(path: string): string {
  const [first = '', ...rest] = path.split('/').find((part) => part !== '') ?? 'other';
  return first.toUpperCase() + rest.join('');
}
