import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FailureKind, Faults } from './faults.ts';
import {
  type JsonRpcCall,
  type JsonRpcRequest,
  answerRequest,
  errorAnswer,
  listMethods,
  readRequest,
} from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

/** As on real nodes (rpc/src/rpc_service.rs of Agave). */
const MAX_BODY_BYTES = 50 * 1024;
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** The JSON-RPC side of the sandbox over HTTP; `handle` answers one call. */
export function createRpcServer(faults: Faults, handle: (call: JsonRpcCall) => unknown): Server {
  return createServer((request, response) => {
    serve({ request, response, faults, handle }).catch((error: unknown) => {
      console.error('The sandbox failed to answer a request:', error);
      response.destroy();
    });
  });
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly faults: Faults;
  readonly handle: (call: JsonRpcCall) => unknown;
};

async function serve({ request, response, faults, handle }: Exchange): Promise<void> {
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
  if (request.method === 'OPTIONS') return reply(response, 204, '');
  if (request.method === 'GET' && request.url === '/health') return reply(response, 200, 'ok');
  if (request.method !== 'POST') {
    return reply(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n');
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    const words = 'Supplied content type is not allowed. Content-Type: application/json is required\n';
    return reply(response, 415, words);
  }
  const body = await readBody(request);
  if (body === undefined) return reply(response, 413, 'Payload too large\n');
  if (faults.latencyMs > 0) await delay(faults.latencyMs);
  await answer({ request, response, faults, handle }, body);
}

async function answer({ response, faults, handle }: Exchange, body: string): Promise<void> {
  let calls: JsonRpcRequest;
  try {
    calls = readRequest(body);
  } catch (error) {
    return replyJson(response, errorAnswer(error));
  }
  const failure = listMethods(calls)
    .map((method) => faults.takeFailure(method))
    .find((kind) => kind !== undefined);
  if (failure !== undefined && failHttp(response, failure, faults)) return;
  const text = await answerRequest(calls, (call) =>
    failure === undefined ? handle(call) : failCall(failure),
  );
  if (text === undefined) reply(response, 200, '');
  else replyJson(response, text);
}

/** Fails the exchange as a whole; returns false for failures that belong into the answer. */
function failHttp(response: ServerResponse, kind: FailureKind, faults: Faults): boolean {
  switch (kind) {
    case 'rate-limited': {
      response.setHeader('retry-after', String(faults.retryAfterSeconds));
      const error = { code: 429, message: 'Too many requests for a specific RPC call' };
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return true;
    }
    case 'server-error':
      reply(response, 500, 'Internal Server Error');
      return true;
    case 'unparsable':
      replyJson(response, '{"jsonrpc":"2.0","result":');
      return true;
    case 'empty':
      replyJson(response, '');
      return true;
    case 'hang-up':
      response.destroy();
      return true;
    default:
      return false;
  }
}

function failCall(kind: FailureKind): null {
  if (kind === 'null-result') return null;
  throw new RpcError(-32005, 'Node is unhealthy', { numSlotsBehind: null });
}

/** The body as text; undefined when it is longer than a node reads. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, status: number, text: string): void {
  if (status === 413) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function replyJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text);
}
