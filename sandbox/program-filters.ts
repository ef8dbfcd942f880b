import { getBase58Encoder } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import { invalidParams } from './rpc-error.ts';

/** What an account must look like to be listed: its size, or bytes at an offset. */
type ProgramFilter = { readonly dataSize: number } | { readonly offset: number; readonly bytes: Uint8Array };

const MAX_FILTERS = 4;

/** Reads the `filters` of getProgramAccounts and programSubscribe. Throws RpcError -32602. */
export function parseProgramFilters(value: unknown): ProgramFilter[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParams('Invalid params: filters must be a sequence.');
  if (value.length > MAX_FILTERS) throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  return value.map(parseFilter);
}

/** Whether an account passes every filter. */
export function matchesFilters({ data }: AccountState, filters: readonly ProgramFilter[]): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize;
    const found = data.slice(filter.offset, filter.offset + filter.bytes.length);
    return Buffer.compare(found, filter.bytes) === 0;
  });
}

function parseFilter(value: unknown): ProgramFilter {
  const filter = (value ?? {}) as {
    dataSize?: unknown;
    memcmp?: { offset?: unknown; bytes?: unknown; encoding?: unknown };
  };
  if (typeof filter.dataSize === 'number') return { dataSize: filter.dataSize };
  const { offset, bytes, encoding } = filter.memcmp ?? {};
  if (typeof offset !== 'number' || typeof bytes !== 'string') {
    throw invalidParams('Invalid params: a filter needs dataSize, or memcmp with offset and bytes.');
  }
  if (encoding === 'base64') return { offset, bytes: Buffer.from(bytes, 'base64') };
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(bytes))
    throw invalidParams('Invalid param: filter bytes are not base58');
  return { offset, bytes: Uint8Array.from(getBase58Encoder().encode(bytes)) };
}
