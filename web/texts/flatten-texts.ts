/** Where a value is inserted into a text. */
export const gap = '{}';

/** A text of the dictionary by its path, with `{}` wherever something is inserted. */
export interface Leaf {
  path: string;
  text: string;
}

/**
 * Every text of a section: strings as they are, functions as they answer to something that is neither one nor many,
 * so that plurals take their general form. Numbers that became NaN on the way count as inserted too.
 */
export function flattenTexts(value: unknown, path = ''): Leaf[] {
  if (value === unknown) return [{ path, text: gap }];
  if (typeof value === 'string') return [{ path, text: value.replaceAll('NaN', gap) }];
  if (typeof value === 'function') return flattenTexts(answerOf(value as Answer), `${path}()`);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattenTexts(inner, path === '' ? key : `${path}.${key}`),
  );
}

type Answer = (...inserted: unknown[]) => unknown;

/** What a text says of unknown things. A function that refuses them says why. */
function answerOf(text: Answer): unknown {
  try {
    return text(unknown, unknown, unknown, unknown);
  } catch (error) {
    return `(${String(error)})`;
  }
}

/** Stands for anything that a text may be given: a word, a number, an object with any field, a function. */
const unknown: unknown = new Proxy(() => gap, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => gap : key === Symbol.iterator ? undefined : unknown),
  apply: () => gap,
});
