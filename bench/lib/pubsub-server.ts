import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** A node's PubSub server that holds nothing but subscriptions, and counts. */
export interface PubsubServer {
  url: string;
  received: { messages: number; bytes: number };
  tellChange(address: string, slot: bigint): void;
  tellSlot(slot: bigint): void;
  stop(): void;
}

/** Starts one on loopback for one client. What it answers is as short as what a node answers for an empty wallet. */
export async function startPubsubServer(): Promise<PubsubServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const received = { messages: 0, bytes: 0 };
  const subscriptions = new Map<string, number>();
  const addresses = new Map<number, string>();
  let client: WebSocket | undefined;
  let lastId = 0;

  const answer = (socket: WebSocket, data: Buffer): void => {
    received.messages += 1;
    received.bytes += data.length;
    const { id, method, params } = JSON.parse(data.toString()) as {
      id: number;
      method: string;
      params: [string & number];
    };
    lastId += 1;
    if (method === 'accountSubscribe') {
      subscriptions.set(params[0], lastId);
      addresses.set(lastId, params[0]);
    }
    if (method === 'accountUnsubscribe') {
      subscriptions.delete(addresses.get(params[0]) ?? '');
      addresses.delete(params[0]);
    }
    socket.send(JSON.stringify({ jsonrpc: '2.0', result: lastId, id }));
  };
  server.on('connection', (socket) => {
    client = socket;
    socket.on('message', (data: Buffer) => answer(socket, data));
  });
  const notify = (method: string, subscription: number, result: object): void =>
    client?.send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription } }));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    tellChange(address, slot) {
      const value = {
        lamports: 1_000_000,
        data: ['', 'base64'],
        owner: '11111111111111111111111111111111',
        executable: false,
        rentEpoch: 0,
        space: 0,
      };
      const subscription = subscriptions.get(address);
      if (subscription === undefined) return;
      notify('accountNotification', subscription, { context: { slot: Number(slot) }, value });
    },
    tellSlot: (slot) =>
      notify('slotNotification', 0, {
        slot: Number(slot),
        parent: Number(slot) - 1,
        root: Number(slot) - 32,
      }),
    stop() {
      client?.terminate();
      server.close();
    },
  };
}
