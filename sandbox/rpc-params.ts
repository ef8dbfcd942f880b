import { base58 } from '@scure/base';
import type { Address, Signature } from '@solana/kit';
import type { Commitment } from './commitment.ts';
import { type RpcError, invalidParams } from './rpc-error.ts';

/** A config object of a call, of which nothing is known yet. */
export type RpcConfig = Readonly<Record<string, unknown>>;

/** The positional params of a call, with the refusals of a real node. */
export class RpcParams {
  readonly #values: readonly unknown[];

  /** Throws RpcError -32602 when the params are no list. */
  constructor(raw: unknown) {
    if (raw !== undefined && raw !== null && !Array.isArray(raw)) {
      throw invalidParams('`params` should be an array');
    }
    this.#values = Array.isArray(raw) ? (raw as unknown[]) : [];
  }

  at(index: number): unknown {
    return this.#values[index];
  }

  /** A text that has to be there. */
  text(index: number): string {
    return parseText(this.#required(index));
  }

  address(index: number): Address {
    return parseAddress(this.text(index));
  }

  signature(index: number): Signature {
    return parseSignature(this.text(index));
  }

  /** A whole number from 0 that fits a double exactly: a slot, a size, a limit. */
  count(index: number): number {
    const value = this.#required(index);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw wrongType(value, 'u64');
    return value;
  }

  /** A whole number of up to 64 bits. */
  u64(index: number): bigint {
    const value = this.#required(index);
    const number = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
    if (typeof number !== 'bigint' || number < 0n || number >= 1n << 64n) throw wrongType(value, 'u64');
    return number;
  }

  list(index: number): readonly unknown[] {
    const value = this.#required(index);
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    return value as unknown[];
  }

  /** The config object; empty when it is left out or null. */
  config(index: number): RpcConfig {
    const value = this.#values[index] ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(value, 'a config object');
    return value as RpcConfig;
  }

  #required(index: number): unknown {
    const value = this.#values[index];
    if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
    return value;
  }
}

/** Throws RpcError -32602 'Invalid param: WrongSize' or 'Invalid param: Invalid'. */
export function parseAddress(text: string): Address {
  assertBase58(text, 32, 44);
  return text as Address;
}

/** Throws RpcError -32602 'Invalid param: WrongSize' or 'Invalid param: Invalid'. */
export function parseSignature(text: string): Signature {
  assertBase58(text, 64, 88);
  return text as Signature;
}

/** The texts of a list param. Throws RpcError -32602 for an entry that is none. */
export function parseTexts(values: readonly unknown[]): string[] {
  return values.map(parseText);
}

/** A text in a config or a list. Throws RpcError -32602 for anything else. */
export function parseText(value: unknown): string {
  if (typeof value !== 'string') throw wrongType(value, 'a string');
  return value;
}

/** A commitment from a config; throws RpcError -32602 for an unknown one. */
export function parseCommitment(value: unknown, otherwise: Commitment): Commitment {
  if (value === undefined || value === null) return otherwise;
  if (value === 'processed' || value === 'confirmed' || value === 'finalized') return value;
  throw invalidParams(
    `Invalid params: unknown variant \`${describe(value)}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
  );
}

/** A whole number of a config, or undefined. */
export function parseOptionalCount(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrongType(value, 'u64');
}

function assertBase58(text: string, bytes: number, maxLength: number): void {
  if (text.length > maxLength) throw invalidParams('Invalid param: WrongSize');
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) throw invalidParams('Invalid param: Invalid');
  if (base58.decode(text).length !== bytes) throw invalidParams('Invalid param: WrongSize');
}

function wrongType(value: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid type: ${describe(value)}, expected ${expected}.`);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `string "${value.slice(0, 100)}"`;
  if (typeof value === 'number' || typeof value === 'bigint') return `number \`${value}\``;
  return Array.isArray(value) ? 'sequence' : value === null ? 'null' : typeof value;
}
