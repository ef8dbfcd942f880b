import type { ClientBase } from 'pg';

/**
 * Sums of the books: two databases that agree in them, and in the number of rows, hold the same money. Decimal numbers
 * by name, from columns that every version knows.
 */
export async function sumBooks(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(`
    select d.*, c.*, s.* from
      (select count(*) filter (where paid_at is not null)::text as "paidDonations",
        coalesce(sum(received_lamports), 0)::text as "receivedLamports" from donations) d,
      (select coalesce(sum(lamports) filter (where not dropped), 0)::text as "ledgerLamports",
        coalesce(sum(fee_lamports) filter (where not dropped), 0)::text as "ledgerFeeLamports",
        count(*) filter (where not dropped)::text as "ledgerEntries" from chain_entries) c,
      (select coalesce(sum(lamports) filter (where state = 'landed'), 0)::text as "sweptLamports" from sweeps) s`);
  return rows[0] ?? {};
}
