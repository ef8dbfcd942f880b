import type { ColumnType } from 'kysely';

/** A time that the database sets where none is given. */
export type Stamp = ColumnType<Date, Date | undefined, Date>;
/** What only the database writes. */
export type ReadOnly<T> = ColumnType<T, never, never>;
