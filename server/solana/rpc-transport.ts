import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit';
import type { PostAnswer, PostText } from './post-text.ts';

/** What V8 gives a reviver beside key and value: the text that a number was written as. */
interface ReviverContext {
  source?: string;
}

/** Of V8 too: a text that is written into JSON as it is. */
type RawJson = JSON & { rawJSON(text: string): unknown };

/** Not `1.0`, which is how nodes write amounts with decimals. */
const wholeNumber = /^-?\d+$/;

/**
 * Sends each JSON-RPC call as a request of its own; every whole number of an answer is a bigint, as kit expects it.
 *
 * It does what kit's own transport does with half the work (docs/decisions/048), and throws the same: kit's error for an
 * answer that is not 200, a SyntaxError for one that is no JSON, and whatever `post` throws.
 */
export function createRpcTransport(post: PostText): RpcTransport {
  return async <Answer>({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const answer = await post(writeJson(payload), signal);
    if (answer.status !== 200) throw failureOf(answer);
    // Whoever calls checks what came.
    return readJson(answer.text) as Answer;
  };
}

function failureOf({ status, statusText, headers }: PostAnswer): SolanaError {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
    headers: new Headers(pairs),
    message: statusText,
    statusCode: status,
  });
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'bigint' ? (JSON as RawJson).rawJSON(String(entry)) : entry,
  );
}

function readJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: ReviverContext) => {
    const source = typeof value === 'number' ? (context?.source ?? '') : '';
    return wholeNumber.test(source) ? BigInt(source) : value;
  });
}
