/** What this project's document uses of JSON Schema; `listMismatches` complains of any other word. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  contentMediaType?: string;
  description?: string;
}

/** A body in one media type. */
export interface Content {
  type: string;
  schema: JsonSchema;
}

/** One operation, with everything that a caller learns of it from the document. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  /** No token is asked for. */
  isOpen: boolean;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  body: Content | null;
  /** Success replies by status; `default` stands for every refusal. */
  replies: Map<string, Content>;
}

/** The document as far as the fuzzer follows it. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components: {
    schemas: { Problem: JsonSchema & { properties: { code: JsonSchema } } };
    responses: Record<string, RawReply>;
  };
}

type RawContent = Record<string, { schema: JsonSchema }>;
type RawReply = { $ref?: string; content?: RawContent };
interface RawOperation {
  operationId: string;
  security: object[];
  parameters: Operation['parameters'];
  requestBody?: { content: RawContent };
  responses: Record<string, RawReply>;
}

/** Every operation of a document. Throws where it is not complete. */
export function readOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      name: raw.operationId,
      method: method.toUpperCase(),
      path,
      isOpen: raw.security.length === 0,
      parameters: raw.parameters,
      body: raw.requestBody === undefined ? null : contentOf(raw.requestBody.content),
      replies: new Map(
        Object.entries(raw.responses).map(([status, reply]) => [status, replyOf(document, reply)]),
      ),
    })),
  );
}

/** The status of every refusal by its code, as the document tells it to people. */
export function readRefusals(document: OpenApiDocument): Map<string, number> {
  const { description = '' } = document.components.schemas.Problem.properties.code;
  return new Map(
    [...description.matchAll(/^- `(\w+)` \((\d+)\)/gm)].map(([, code = '', status]) => [
      code,
      Number(status),
    ]),
  );
}

/** What a schema stands for: itself, or what its reference leads to. */
export function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (follow(document, schema.$ref) as JsonSchema);
}

function replyOf(document: OpenApiDocument, reply: RawReply): Content {
  const { content } = reply.$ref === undefined ? reply : (follow(document, reply.$ref) as RawReply);
  if (content === undefined) throw new Error('A reply of the document has no content.');
  return contentOf(content);
}

function contentOf(content: RawContent): Content {
  const [entry, ...others] = Object.entries(content);
  if (entry === undefined || others.length > 0) throw new Error('A body of the document has not one form.');
  return { type: entry[0], schema: entry[1].schema };
}

function follow(document: OpenApiDocument, reference: string): unknown {
  const at = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
  if (at === undefined) throw new Error(`${reference} leads nowhere.`);
  return at;
}
