import * as fc from 'fast-check';
import type { JsonSchema } from './openapi-document.ts';

/** Values that mean something to the running server, by the name of the field that holds them. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Longer texts than this are no news. */
const mostCharacters = 2000;

/** Values that a schema allows; where the server knows values of that name, mostly those. */
export function arbitraryOf(schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const made = madeOf(schema, known, name);
  const values = known[name];
  if (values === undefined || values.length === 0 || schema.properties !== undefined) return made;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: made });
}

function madeOf(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, known, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => madeOfType(type, schema, known)));
}

function madeOfType(type: string, schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1e6, -1e9),
        max: Math.min(schema.maximum ?? 1e6, 1e9),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, known), {
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'object':
      return madeOfObject(schema, known);
    case 'string':
      return textOf(schema);
    default:
      throw new Error(`This test does not know the type ${type}.`);
  }
}

function madeOfObject(
  { properties = {}, required = [] }: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([key, field]) => [key, arbitraryOf(field, known, key)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
}

function textOf({ minLength = 0, maxLength = mostCharacters, pattern }: JsonSchema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, mostCharacters);
  if (pattern !== undefined) {
    const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
    return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  }
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    // Cut, not filtered: a character may have the length of two.
    fc.string({ minLength, maxLength: most, unit: 'binary' }).map((text) => text.slice(0, most)),
    fc.constant('x'.repeat(most)),
  );
}
