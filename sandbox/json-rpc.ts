import { parseJson, stringifyJson } from './json.ts';
import { RpcError } from './rpc-error.ts';

/** One call of a client. Without an id it is a notification and gets no answer. */
export type JsonRpcCall = { readonly id: unknown; readonly method: string; readonly params: unknown };

/** Answers a call: the result, or what it throws. */
type CallHandler = (call: JsonRpcCall) => unknown;

/** Longest batch that is answered. */
const MAX_BATCH = 1_000;

/** The calls in a request, and whether it was a batch; or the text of the error that it deserves. */
export type JsonRpcRequest = { readonly isBatch: boolean; readonly calls: readonly unknown[] };

/** Takes a request body apart. Throws RpcError -32700 or -32600. */
export function readRequest(text: string): JsonRpcRequest {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new RpcError(-32700, 'Parse error');
  }
  const isBatch = Array.isArray(body);
  const calls = isBatch ? (body as unknown[]) : [body];
  if (calls.length === 0 || calls.length > MAX_BATCH) throw new RpcError(-32600, 'Invalid request');
  return { isBatch, calls };
}

/** The method names in a request; malformed calls have none. */
export function listMethods({ calls }: JsonRpcRequest): string[] {
  return calls.flatMap((call) => {
    const method = (call as { method?: unknown } | null)?.method;
    return typeof method === 'string' ? [method] : [];
  });
}

/** Answers a request; undefined when it held only notifications. Never throws for what a client sent. */
export async function answerRequest(
  request: JsonRpcRequest,
  handle: CallHandler,
): Promise<string | undefined> {
  const answers = await Promise.all(request.calls.map((call) => answerCall(call, handle)));
  const texts = answers.filter((answer) => answer !== undefined);
  if (texts.length === 0) return undefined;
  return request.isBatch ? `[${texts.join(',')}]` : texts[0];
}

/** The answer to a request that could not be read. */
export function errorAnswer(error: unknown, id: unknown = null): string {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return stringifyJson({
      jsonrpc: '2.0',
      error: { code, message, ...(data !== undefined && { data }) },
      id,
    });
  }
  console.error('The sandbox failed to answer a call:', error);
  return stringifyJson({ jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id });
}

async function answerCall(raw: unknown, handle: CallHandler): Promise<string | undefined> {
  const call = raw as { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown } | null;
  if (typeof call !== 'object' || call === null || typeof call.method !== 'string') {
    return errorAnswer(new RpcError(-32600, 'Invalid request'));
  }
  if (call.id === undefined) return undefined;
  if (call.jsonrpc !== '2.0') return errorAnswer(new RpcError(-32600, 'Invalid request'), call.id);
  try {
    const result = await handle({ id: call.id, method: call.method, params: call.params });
    return stringifyJson({ jsonrpc: '2.0', result, id: call.id });
  } catch (error) {
    return errorAnswer(error, call.id);
  }
}
