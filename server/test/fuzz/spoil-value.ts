import * as fc from 'fast-check';

/** One thing that is wrong with an otherwise valid value. */
interface Spoiling {
  how: 'drop' | 'set' | 'add' | 'beyond';
  /** Which of all places in the value. */
  place: number;
  key: string;
  value: unknown;
}

const oddValues: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  0.1 + 0.2,
  true,
  [],
  {},
  '\0',
  '\ud800',
  'a'.repeat(9000),
];
const oddKeys = ['__proto__', 'constructor', 'id', 'userId', 'isAdmin', 'amount', '', 'toString'];

/** Spoilings of every kind. */
export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  how: fc.constantFrom('drop', 'set', 'add', 'beyond'),
  place: fc.nat(1000),
  key: fc.constantFrom(...oddKeys),
  value: fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 2 })),
});

/** A copy of a JSON value that is wrong in one place. */
export function spoil(value: unknown, { how, place, key, value: odd }: Spoiling): unknown {
  const copy: unknown = structuredClone(value);
  const places = placesIn(copy);
  const at = places[place % Math.max(places.length, 1)];
  if (at === undefined) return odd;
  const { holder, name } = at;
  if (how === 'drop') delete holder[name];
  if (how === 'set') holder[name] = odd;
  if (how === 'beyond') holder[name] = beyond(holder[name]);
  // Defined, not assigned: as JSON.parse does with `__proto__`.
  if (how === 'add') Object.defineProperty(holder, key, { value: odd, enumerable: true, configurable: true });
  return copy;
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): { holder: Holder; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}

function beyond(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '\u202e\u0301'.repeat(40) : value.repeat(200);
  if (typeof value === 'number') return value === 0 ? Number.MIN_VALUE : -value * 1e9;
  if (Array.isArray(value)) return Array.from({ length: 2000 }, () => value[0] ?? 'x');
  return [value];
}
