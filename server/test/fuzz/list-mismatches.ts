import { type JsonSchema, type OpenApiDocument, resolve } from './openapi-document.ts';

const known = new Set(
  '$ref type enum const anyOf oneOf properties required additionalProperties propertyNames items minItems maxItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum contentMediaType description format title default'.split(
    ' ',
  ),
);

/**
 * Where a value is not what a schema says, in words; empty when it fits. An object with properties is closed: a field
 * that is not declared is a mismatch, whatever the schema says of further ones.
 */
export function listMismatches(
  document: OpenApiDocument,
  given: JsonSchema,
  value: unknown,
  at = 'reply',
): string[] {
  const schema = resolve(document, given);
  const strange = Object.keys(schema).filter((word) => !known.has(word));
  if (strange.length > 0) return [`${at}: this test does not know ${strange.join(', ')}`];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const found = choices.map((choice) => listMismatches(document, choice, value, at));
    return found.some((list) => list.length === 0)
      ? []
      : [`${at}: none of the forms fits`, ...(found[0] ?? [])];
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOf(type, value)))
    return [`${at}: ${describe(value)} instead of ${String(schema.type)}`];
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${at}: ${describe(value)} is no choice`];
  if ('const' in schema && schema.const !== value) return [`${at}: ${describe(value)} is not the value`];
  if (Array.isArray(value)) return inArray(document, schema, value, at);
  if (typeof value === 'object' && value !== null) return inObject(document, schema, value, at);
  return isInRange(schema, value) ? [] : [`${at}: ${describe(value)} is out of range`];
}

function inArray(document: OpenApiDocument, schema: JsonSchema, list: unknown[], at: string): string[] {
  const { minItems = 0, maxItems = Infinity, items = {} } = schema;
  const isLong = list.length < minItems || list.length > maxItems;
  const inside = list.flatMap((item, index) => listMismatches(document, items, item, `${at}[${index}]`));
  return isLong ? [`${at}: ${list.length} items`, ...inside] : inside;
}

function inObject(document: OpenApiDocument, schema: JsonSchema, value: object, at: string): string[] {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => `${at}.${key} is missing`);
  const inside = Object.entries(value).flatMap(([key, item]) => {
    const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (declared !== undefined) return listMismatches(document, declared, item, `${at}.${key}`);
    if (typeof additionalProperties !== 'object') return [`${at}.${key} is not declared`];
    const named =
      propertyNames === undefined ? [] : listMismatches(document, propertyNames, key, `${at} key`);
    return [...named, ...listMismatches(document, additionalProperties, item, `${at}.${key}`)];
  });
  return [...missing, ...inside];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function isInRange(schema: JsonSchema, value: unknown): boolean {
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern = '' } = schema;
    return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value);
  }
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const isWithin = value >= minimum && value <= maximum;
  return isWithin && (value > exclusiveMinimum || value === -Infinity) && value < exclusiveMaximum;
}

function describe(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}
