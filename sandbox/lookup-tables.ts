import { type Address, getAddressDecoder } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import type { ParsedTransaction } from './parsed-transaction.ts';

/** Addresses that a version 0 transaction takes from lookup tables, in the order of its indices. */
export type LoadedAddresses = { readonly writable: Address[]; readonly readonly: Address[] };

const TABLE_HEADER_BYTES = 56;
const ADDRESS_BYTES = 32;

/**
 * Reads the addresses that a transaction loads from lookup tables.
 *
 * What a table does not hold is left out: the virtual machine then refuses the transaction itself.
 */
export function loadAddresses(
  parsed: ParsedTransaction,
  read: (address: Address) => AccountState | null,
): LoadedAddresses {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const lookup of parsed.lookups) {
    const data = read(lookup.table)?.data ?? new Uint8Array();
    const take = (index: number): Address[] => {
      const start = TABLE_HEADER_BYTES + index * ADDRESS_BYTES;
      const bytes = data.slice(start, start + ADDRESS_BYTES);
      return bytes.length === ADDRESS_BYTES ? [getAddressDecoder().decode(bytes)] : [];
    };
    loaded.writable.push(...lookup.writableIndexes.flatMap(take));
    loaded.readonly.push(...lookup.readonlyIndexes.flatMap(take));
  }
  return loaded;
}
