import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * The floor of `alert-latency`: hears of an address from the chain's PubSub and sends a text to the one client that it
 * belongs to, and nothing else. Started as a process with an IPC channel; `node relay-loop.ts PUBSUB BYTES`.
 *
 * Clients connect to `/?client=NUMBER`. `{ address, client }` over IPC subscribes; the same comes back once it stands.
 */
const [pubsubUrl = '', bytes = '0'] = process.argv.slice(2);
const card = JSON.stringify({ event: 'show_donation', padding: 'x'.repeat(Number(bytes)) });
const clients = new Map<number, WebSocket>();
const asked = new Map<number, { address: string; client: number }>();
const clientOf = new Map<number, number>();

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket, request) => {
  clients.set(Number(new URL(request.url ?? '/', 'http://relay').searchParams.get('client')), socket);
});
const chain = new WebSocket(pubsubUrl, { perMessageDeflate: false });
chain.on('message', (data: Buffer) => {
  const { id, result, params } = JSON.parse(data.toString()) as {
    id?: number;
    result?: number;
    params?: { subscription: number };
  };
  const client = params === undefined ? undefined : clientOf.get(params.subscription);
  if (client !== undefined) clients.get(client)?.send(card);
  const question = id === undefined ? undefined : asked.get(id);
  if (id === undefined || question === undefined || result === undefined) return;
  asked.delete(id);
  clientOf.set(result, question.client);
  process.send?.(question);
});
let nextId = 1;
process.on('message', (wanted: { address: string; client: number }) => {
  asked.set(nextId, wanted);
  const params = [wanted.address, { commitment: 'confirmed', encoding: 'base64' }];
  chain.send(JSON.stringify({ jsonrpc: '2.0', id: nextId, method: 'accountSubscribe', params }));
  nextId += 1;
});
process.once('disconnect', () => process.exit());
await Promise.all([once(chain, 'open'), once(server, 'listening')]);
process.send?.({ port: (server.address() as AddressInfo).port });
