import { type RawBuilder, sql } from 'kysely';

/** What of a donation tells where a list goes on behind it. */
interface Place {
  id: string;
  /** In the database's own words: a `Date` knows no microseconds, and a row between two would be missed or come twice. */
  createdExactly: string;
}

/** Some hundred kilobytes with all that belongs to them: little enough to be gone before the next ones come. */
const rowsAtOnce = 250;

/**
 * A streamer's donations, newest first, in batches. Each is a query of its own that goes on behind the last row, so that
 * no transaction is open while the reader is slow; what is donated meanwhile is not among them.
 *
 * `read` is given what limits its query to the next batch: a condition, and how many rows at most.
 */
export async function* donationBatches<Row extends Place>(
  read: (isBehind: RawBuilder<boolean>, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(isBehind(last), rowsAtOnce);
    yield rows;
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

function isBehind(last: Place | undefined): RawBuilder<boolean> {
  return last === undefined
    ? sql`true`
    : sql`created_at <= ${last.createdExactly}::timestamptz
        and (created_at < ${last.createdExactly}::timestamptz or id > ${last.id})`;
}
