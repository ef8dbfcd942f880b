/**
 * An error that a JSON-RPC client sees, with the code, words and data a real node sends.
 *
 * Codes: -32700 parse, -32600 request, -32601 method, -32602 params, -32603 internal,
 * -32001…-32021 Solana's own (rpc-client-api/src/custom_error.rs of the Agave validator).
 */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** -32602 with the given words. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message);
}

/** -32601, as for every name that no node knows. */
export function methodNotFound(): RpcError {
  return new RpcError(-32601, 'Method not found');
}
