import { getBase58Decoder } from '@solana/kit';
import { type AccountState, SYSTEM_PROGRAM } from './account-state.ts';
import { RpcError, invalidParams } from './rpc-error.ts';
import type { RpcConfig } from './rpc-params.ts';
import { parseAccountData } from './parsed-accounts.ts';
import { zstdCompressSync } from 'node:zlib';

const RENT_EXEMPT_EPOCH = (1n << 64n) - 1n;
const MAX_BASE58_BYTES = 128;
const ENCODINGS = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;

/** How account data is written in an answer. */
export type AccountEncoding = {
  readonly encoding: (typeof ENCODINGS)[number];
  readonly slice: { readonly offset: number; readonly length: number } | undefined;
};

/** Reads `encoding` and `dataSlice` of a config. Throws RpcError -32602 for unknown ones. */
export function parseAccountEncoding(config: RpcConfig): AccountEncoding {
  const wanted = config['encoding'] ?? 'binary';
  const encoding = ENCODINGS.find((known) => known === wanted);
  if (encoding === undefined) {
    throw invalidParams(
      `Invalid params: unknown variant ${JSON.stringify(wanted)}, expected one of ${ENCODINGS.join(', ')}.`,
    );
  }
  const slice = config['dataSlice'] as { offset?: unknown; length?: unknown } | null | undefined;
  if (slice === undefined || slice === null) return { encoding, slice: undefined };
  const { offset, length } = slice;
  if (typeof offset !== 'number' || typeof length !== 'number' || offset < 0 || length < 0) {
    throw invalidParams('Invalid params: dataSlice needs offset and length.');
  }
  return { encoding, slice: { offset, length } };
}

/**
 * An account as the RPC shows it.
 *
 * Throws RpcError -32600 when base58 is asked for more than 128 bytes, as nodes do.
 */
export function encodeAccount(state: AccountState, encoding: AccountEncoding): Record<string, unknown> {
  return {
    data: encodeData(state, encoding),
    executable: state.executable,
    lamports: state.lamports,
    owner: state.owner,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: state.data.length,
  };
}

/** What a subscriber is sent for an account that no longer exists. */
export function encodeMissingAccount(encoding: AccountEncoding): Record<string, unknown> {
  const empty = { lamports: 0n, data: new Uint8Array(), owner: SYSTEM_PROGRAM, executable: false };
  return { ...encodeAccount(empty, encoding), rentEpoch: 0 };
}

function encodeData(state: AccountState, { encoding, slice }: AccountEncoding): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parseAccountData(state);
    if (parsed !== undefined) return parsed;
  }
  const data = slice === undefined ? state.data : state.data.slice(slice.offset, slice.offset + slice.length);
  if (encoding === 'base64+zstd') return [zstdCompressSync(data).toString('base64'), encoding];
  if (encoding === 'base64' || encoding === 'jsonParsed')
    return [Buffer.from(data).toString('base64'), 'base64'];
  if (data.length > MAX_BASE58_BYTES) {
    throw new RpcError(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    );
  }
  const text = getBase58Decoder().decode(data);
  return encoding === 'binary' ? text : [text, 'base58'];
}
