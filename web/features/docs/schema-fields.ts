/** One field of a JSON Schema, flattened: 'user.walletAddress'. */
export interface SchemaField {
  name: string;
  type: string;
  required: boolean;
}

/** What the page reads of a JSON Schema. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, unknown>;
  required?: string[];
  items?: unknown;
  anyOf?: unknown[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** The fields of an object schema in order, nested ones behind their parent; empty for anything that has none. */
export function schemaFields(schema: unknown, prefix = '', allRequired = true): SchemaField[] {
  return ownFields(schema).flatMap(({ key, child, isRequired }) => {
    const name = `${prefix}${key}`;
    const required = allRequired && isRequired;
    return [
      { name, type: typeName(child), required },
      ...schemaFields(
        elementOf(child),
        `${name}${readSchema(child).type === 'array' ? '[]' : ''}.`,
        required,
      ),
    ];
  });
}

/** The fields of an object schema in order, without those of its fields. */
export function ownFields(schema: unknown): { key: string; child: unknown; isRequired: boolean }[] {
  const { properties = {}, required = [] } = objectIn(readSchema(schema));
  return Object.entries(properties).map(([key, child]) => ({
    key,
    child,
    isRequired: required.includes(key),
  }));
}

/** A schema's type in a few words: 'string, at most 50', 'number or null', '"audio"'. */
export function typeName(schema: unknown): string {
  const { anyOf, enum: values, const: only, type, items } = readSchema(schema);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeName))].join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `list of ${typeName(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return `${type ?? 'any'}${limits(readSchema(schema))}`;
}

function limits(schema: Schema): string {
  const least = schema.minLength ?? schema.minimum;
  const most = schema.maxLength ?? schema.maximum;
  const words = [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`];
  const said = words.filter((word) => word !== false);
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}

function elementOf(schema: unknown): unknown {
  const { type, items } = readSchema(schema);
  return type === 'array' ? items : schema;
}

function objectIn(schema: Schema): Schema {
  if (schema.properties !== undefined) return schema;
  return schema.anyOf?.map(readSchema).find((option) => option.properties !== undefined) ?? schema;
}

/** Nothing of what is no schema. */
export function readSchema(schema: unknown): Schema {
  return typeof schema === 'object' && schema !== null ? schema : {};
}
