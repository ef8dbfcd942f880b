import type { AccountTables } from './account-tables.ts';
import type { MoneyTables } from './money-tables.ts';
import type { StreamTables } from './stream-tables.ts';
import type { ToldTables } from './told-tables.ts';

/** The tables of `migrations/`, as Kysely reads them. `bigint` columns arrive as bigint (see `database.ts`). */
export interface Schema extends AccountTables, MoneyTables, StreamTables, ToldTables {}
