import { setTimeout as sleep } from 'node:timers/promises';
import { getBase58Decoder } from '@solana/kit';
import type { Exchange, NodeFault, Reply } from './fault-proxy.ts';

/** How far behind a stale node is, in slots: what the test's sandbox does, because the proxy cannot. */
const staleSlots = 60;

/** A way in which nodes misbehave. */
export interface NamedFault {
  name: string;
  node: NodeFault;
  /** Longer than usual, so that what it may lead to has time to come. */
  lastsMs?: number;
  /** Slots that every answer is behind. */
  staleSlots?: number;
  /** Only the first of two nodes has the fault. */
  isOfOneNode?: boolean;
}

const ok = (body: string): Reply => ({ status: 200, body });
const always = (reply: Reply) => async (): Promise<Reply> => reply;
const after = (delayMs: () => number) => async (exchange: Exchange) => {
  await sleep(delayMs());
  return ok(await exchange.forward());
};

const forgottenAccounts: Readonly<Record<string, (result: never) => unknown>> = {
  getAccountInfo: emptied,
  getBalance: (result: { value: unknown }) => ({ ...result, value: 0 }),
  getMultipleAccounts: emptied,
  getTransaction: () => null,
};
const forgottenHistory: Readonly<Record<string, (result: never) => unknown>> = {
  getSignatureStatuses: emptied,
  getSignaturesForAddress: () => [],
  getTransaction: () => null,
};

/** Every fault that a node was seen or is feared to have. */
export const nodeFaults: readonly NamedFault[] = [
  { name: 'latency of 2 s', node: { answer: after(() => 2000) } },
  { name: 'jitter of 0 to 6 s', node: { answer: after(() => Math.random() * 6000) } },
  {
    name: '429 with Retry-After',
    node: { answer: always({ status: 429, headers: { 'retry-after': '5' }, body: 'Too many requests' }) },
  },
  { name: '500', node: { answer: always({ status: 500, body: 'Internal error' }) } },
  { name: 'empty bodies', node: { answer: always(ok('')) } },
  { name: 'truncated JSON', node: { answer: async ({ forward }) => ok((await forward()).slice(0, -9)) } },
  { name: 'a page instead of JSON', node: { answer: always(ok('<html>Checking your browser…</html>')) } },
  { name: 'answers to other requests', node: { answer: answerOfAnother() } },
  { name: 'connection resets', node: { answer: always('reset'), socket: 'dropped' } },
  { name: 'half-open connections', node: { answer: always('silence'), socket: 'half-open' } },
  { name: 'silent WebSocket', node: { socket: 'silent' }, lastsMs: 12_000 },
  { name: 'dropped WebSocket', node: { socket: 'dropped' } },
  { name: 'refused WebSocket', node: { socket: 'refused' } },
  { name: 'HTTP dead, WebSocket alive', node: { answer: always('reset') } },
  { name: 'stale node', node: {}, staleSlots },
  {
    name: 'one node dead, a second one healthy',
    node: { answer: always('silence'), socket: 'half-open' },
    isOfOneNode: true,
  },
  { name: 'null for accounts and transactions', node: { answer: forget(forgottenAccounts) }, lastsMs: 6000 },
  { name: 'no history', node: { answer: forget(forgottenHistory) }, lastsMs: 6000 },
  {
    name: 'no history once a transfer was sent',
    // Anew each time that it begins.
    get node() {
      return { answer: forgetOnceSent() };
    },
    lastsMs: 6000,
  },
  { name: 'lost sendTransaction', node: { answer: loseSends } },
  {
    name: 'lost replies',
    node: {
      answer: async ({ forward }) => {
        await forward();
        return 'reset';
      },
    },
  },
];

/** Gives the answer to an earlier request of the same method, under that one's id. */
function answerOfAnother() {
  const earlier = new Map<string, string>();
  return async ({ method, forward }: Exchange): Promise<Reply> => {
    const own = await forward();
    const answer = earlier.get(method) ?? own.replace(/"id":("?)/, '"id":$19');
    earlier.set(method, own);
    return ok(answer);
  };
}

function emptied(result: { value: unknown }): unknown {
  const { value } = result;
  return { ...result, value: Array.isArray(value) ? value.map(() => null) : null };
}

/** Answers in good form that what exists does not. */
function forget(lies: typeof forgottenAccounts) {
  return async ({ method, forward }: Exchange): Promise<Reply> => {
    const answer = await forward();
    const lie = lies[method];
    if (lie === undefined) return ok(answer);
    const parsed = JSON.parse(answer) as { result?: never };
    return ok(
      JSON.stringify(parsed.result === undefined ? parsed : { ...parsed, result: lie(parsed.result) }),
    );
  };
}

/** Is without its history from the moment on at which a transfer empties an address. */
function forgetOnceSent() {
  const forgetful = forget(forgottenHistory);
  let isSent = false;
  return async (exchange: Exchange): Promise<Reply> => {
    isSent ||= exchange.method === 'sendTransaction';
    return isSent ? await forgetful(exchange) : ok(await exchange.forward());
  };
}

/** Takes a transaction, says so, and never passes it on. */
async function loseSends({ method, id, body, forward }: Exchange): Promise<Reply> {
  if (method !== 'sendTransaction') return ok(await forward());
  const { params } = JSON.parse(body) as { params: [string] };
  const signature = getBase58Decoder().decode(Buffer.from(params[0], 'base64').subarray(1, 65));
  return ok(JSON.stringify({ jsonrpc: '2.0', id, result: signature }));
}
