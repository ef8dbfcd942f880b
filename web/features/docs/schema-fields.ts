/** One field of a JSON Schema, flattened: 'user.walletAddress'. */
export interface SchemaField {
  name: string;
  type: string;
  required: boolean;
}

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
  const { properties, required = [] } = objectIn(read(schema));
  return Object.entries(properties ?? {}).flatMap(([key, child]) => {
    const name = `${prefix}${key}`;
    const isRequired = allRequired && required.includes(key);
    return [
      { name, type: typeName(child), required: isRequired },
      ...schemaFields(elementOf(child), `${name}${read(child).type === 'array' ? '[]' : ''}.`, isRequired),
    ];
  });
}

/** A schema's type in a few words: 'string, at most 50', 'number or null', '"audio"'. */
export function typeName(schema: unknown): string {
  const { anyOf, enum: values, const: only, type, items } = read(schema);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeName))].join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `list of ${typeName(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return `${type ?? 'any'}${limits(read(schema))}`;
}

function limits(schema: Schema): string {
  const least = schema.minLength ?? schema.minimum;
  const most = schema.maxLength ?? schema.maximum;
  const words = [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`];
  const said = words.filter((word) => word !== false);
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}

function elementOf(schema: unknown): unknown {
  const { type, items } = read(schema);
  return type === 'array' ? items : schema;
}

function objectIn(schema: Schema): Schema {
  if (schema.properties !== undefined) return schema;
  return schema.anyOf?.map(read).find((option) => option.properties !== undefined) ?? schema;
}

function read(schema: unknown): Schema {
  return typeof schema === 'object' && schema !== null ? schema : {};
}
