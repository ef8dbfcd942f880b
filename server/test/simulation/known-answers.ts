import type { CompiledQuery, QueryResult } from 'kysely';
import { toldTables } from './simulation-schema.ts';

/** What changes an answer besides the rows of its tables, or changes rows itself. */
const isMore = /\b(now\(|clock_timestamp|nextval|for update|insert|update|delete)/i;

interface Answer {
  /** The versions of what was read. */
  stamp: string;
  result: QueryResult<unknown>;
}

/**
 * Answers to statements that only read tables of which every change is told. Workers ask the same again and again while
 * nothing happens; what cannot have changed needs no way to PostgreSQL and back.
 */
export class KnownAnswers {
  readonly #allTables: readonly string[];
  readonly #read = new Map<string, readonly string[] | null>();
  readonly #versions = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();

  /** `allTables`: of the whole schema; a statement that names one that is not told of is always asked. */
  constructor(allTables: readonly string[]) {
    this.#allTables = allTables;
  }

  /** Everything may be different. */
  forget(): void {
    this.#answers.clear();
  }

  changed(table: string): void {
    this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1);
  }

  /** The answer to a statement outside of a transaction: the known one, or what `ask` gets. */
  async answer<R>(query: CompiledQuery, ask: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    const tables = this.#tablesOf(query.sql);
    if (tables === null) return await ask();
    const stamp = tables.map((table) => this.#versions.get(table) ?? 0).join();
    const key = `${query.sql} ${JSON.stringify(query.parameters, asText)}`;
    const known = this.#answers.get(key);
    const result = known?.stamp === stamp ? (known.result as QueryResult<R>) : await ask();
    this.#answers.set(key, { stamp, result });
    return { ...result, rows: result.rows.map((row) => ({ ...row })) };
  }

  #tablesOf(sql: string): readonly string[] | null {
    const found = this.#read.get(sql);
    if (found !== undefined) return found;
    const named = this.#allTables.filter((table) => new RegExp(`\\b${table}\\b`).test(sql));
    const isKnowable =
      /^\s*select/i.test(sql) && !isMore.test(sql) && named.every((table) => toldTables.has(table));
    this.#read.set(sql, isKnowable ? named : null);
    return isKnowable ? named : null;
  }
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
