import { expect, test } from 'vitest';
import { countStatements } from './frequent-statements.ts';

const often = (text: string, statements = countStatements()) => {
  for (let times = 1; times < 50; times += 1) expect(statements.nameOf(text)).toBeUndefined();
  return statements.nameOf(text);
};

test('a statement gets a name of its own once it comes often, and keeps it', () => {
  const statements = countStatements();
  const first = often('select id from users where id = $1', statements);
  const second = often('select count(*) from users where id = $1', statements);
  expect(first).toBeDefined();
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
  expect(statements.nameOf('select id from users where id = $1')).toBe(first);
});

test.each([
  'select * from "users" where "id" = $1',
  'select "d".* from "donations" as "d" where "id" = $1',
  'insert into "webhooks" ("url") values ($1) returning *',
  'select 1, * from users where id = $1',
])('what depends on the columns that there are is never prepared: %s', (text) => {
  expect(often(text)).toBeUndefined();
});

test('texts without an end use up neither memory nor names', () => {
  const statements = countStatements();
  const names = Array.from({ length: 400 }, (_, n) =>
    often(`select ${n} from users where id = $1`, statements),
  );
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(150);
  for (let n = 0; n < 3000; n += 1) statements.nameOf(`values (${n}, $1)`);
  expect(often('select from users where id = $1', statements)).toBeUndefined();
});
