import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { Chain } from './chain.ts';
import type { Faults } from './faults.ts';
import { type JsonRpcCall, answerRequest, errorAnswer, readRequest } from './json-rpc.ts';
import { stringifyJson } from './json.ts';
import { Notifier } from './notifier.ts';
import { RpcError, invalidParams } from './rpc-error.ts';
import { RpcParams } from './rpc-params.ts';
import { isUnsubscribe, parseWish } from './subscription.ts';
import { type Subscription, Subscriptions } from './subscriptions.ts';

const MAX_MESSAGE_BYTES = 64 * 1024;
/** A client that is so far behind in reading is cut off. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** The PubSub side of the sandbox: WebSockets, their subscriptions, and what is sent to them. */
export class PubSubServer {
  readonly notifier: Notifier;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, autoPong: false });
  readonly #subscriptions = new Subscriptions();
  readonly #faults: Faults;
  readonly #countCall: (method: string) => void;

  constructor(chain: Chain, faults: Faults, countCall: (method: string) => void) {
    this.#faults = faults;
    this.#countCall = countCall;
    this.notifier = new Notifier(chain, this.#subscriptions);
    chain.onSlot(() => this.notifier.announceSlot());
    this.#sockets.on('connection', (socket) => this.#serve(socket));
  }

  /** Takes an HTTP upgrade over. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#faults.refuseSockets) {
      stream.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, stream, head, (socket) =>
      this.#sockets.emit('connection', socket, request),
    );
  }

  /** Cuts every connection; returns how many there were. */
  dropAll(): number {
    const sockets = [...this.#sockets.clients];
    for (const socket of sockets) socket.terminate();
    return sockets.length;
  }

  /** How many subscriptions are live. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  #serve(socket: WebSocket): void {
    const ids = new Set<number>();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => ids.forEach((id) => this.#subscriptions.remove(id)));
    socket.on('ping', (payload) => {
      if (!this.#faults.silentSockets) socket.pong(payload);
    });
    socket.on('message', (message) => void this.#answer(socket, message, ids));
  }

  async #answer(socket: WebSocket, message: RawData, ids: Set<number>): Promise<void> {
    try {
      const request = readRequest(toText(message));
      const answer = await answerRequest(request, (call) => this.#handle(socket, call, ids));
      if (answer !== undefined) this.#send(socket, answer);
    } catch (error) {
      this.#send(socket, errorAnswer(error));
    }
  }

  #handle(socket: WebSocket, { method, params }: JsonRpcCall, ids: Set<number>): unknown {
    const values = new RpcParams(params);
    if (isUnsubscribe(method)) return this.#unsubscribe(values.count(0), ids);
    const wish = parseWish(method, values);
    this.#countCall(method);
    const subscription = this.#subscriptions.add(wish, (id, result) => {
      if (wish.topic.kind === 'signature' && !this.#subscriptions.has(id)) ids.delete(id);
      this.#notify(socket, wish.topic.kind, id, result);
    });
    ids.add(subscription.id);
    if (wish.topic.kind === 'signature') {
      setImmediate(() => this.notifier.announceLanded(subscription as Subscription<'signature'>));
    }
    return subscription.id;
  }

  #unsubscribe(id: number, ids: Set<number>): boolean {
    if (!ids.delete(id)) throw invalidParams('Invalid subscription id.');
    return this.#subscriptions.remove(id);
  }

  #notify(socket: WebSocket, kind: string, subscription: number, result: unknown): void {
    const params = { result, subscription };
    this.#send(socket, stringifyJson({ jsonrpc: '2.0', method: `${kind}Notification`, params }));
  }

  #send(socket: WebSocket, text: string): void {
    if (this.#faults.silentSockets || socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(text);
  }
}

function toText(message: RawData): string {
  if (Buffer.isBuffer(message)) return message.toString('utf8');
  if (Array.isArray(message)) return Buffer.concat(message).toString('utf8');
  if (message instanceof ArrayBuffer) return Buffer.from(message).toString('utf8');
  throw new RpcError(-32700, 'Parse error');
}
