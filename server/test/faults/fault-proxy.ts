import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';

/** One JSON-RPC request as it came, and the way to the healthy node. */
export interface Exchange {
  method: string;
  id: unknown;
  body: string;
  /** The node's answer to this request, as text. */
  forward: () => Promise<string>;
}

/** What the server gets instead: an HTTP answer, a connection that is cut, or one that stays silent for ever. */
export type Reply = { status: number; headers?: Record<string, string>; body: string } | 'reset' | 'silence';

/** How a node misbehaves; what is left out works. */
export interface NodeFault {
  answer?: (exchange: Exchange) => Promise<Reply>;
  /** `silent`: open, and nothing comes. `dropped`: cut again and again. `half-open`: never answered at all. */
  socket?: 'silent' | 'dropped' | 'refused' | 'half-open';
}

/** A node of the chain that can be made to misbehave. */
export interface FaultProxy {
  rpcUrl: string;
  wsUrl: string;
  /** Begins a fault, for connections that are open as well. */
  begin(fault: NodeFault): void;
  /** The node is healthy from now on; what hangs or was cut stays so. */
  heal(): void;
  stop(): Promise<void>;
}

const dropEveryMs = 300;

/** Stands between the server and a healthy node, HTTP and WebSocket on one port. */
export async function startFaultProxy(node: { url: string; wsUrl: string }): Promise<FaultProxy> {
  let fault: NodeFault = {};
  const connections = new Set<Socket>();
  const http = createServer((request, response) => {
    serve(request, response, node.url, () => fault).catch(() => response.destroy());
  });
  http.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  http.on('upgrade', (request: IncomingMessage, stream: Socket, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    if (fault.socket === 'half-open') return;
    if (fault.socket === 'refused') {
      stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (client) => relay(client, node.wsUrl, () => fault));
  });
  const drop = (): void => {
    for (const client of sockets.clients) client.terminate();
  };
  const dropper = setInterval(() => fault.socket === 'dropped' && drop(), dropEveryMs);
  const port = await listen(http);
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    begin: (next) => {
      fault = next;
      if (fault.socket === 'dropped' || fault.socket === 'refused') drop();
    },
    heal: () => {
      fault = {};
    },
    stop: async () => {
      clearInterval(dropper);
      drop();
      for (const connection of connections) connection.destroy();
      http.close();
      await once(http, 'close');
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  nodeUrl: string,
  fault: () => NodeFault,
): Promise<void> {
  const body = await text(request);
  const { method, id } = JSON.parse(body) as { method: string; id: unknown };
  const forward = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    return await (await fetch(nodeUrl, { method: 'POST', headers, body })).text();
  };
  const { answer } = fault();
  const reply = await (answer?.({ method, id, body, forward }) ?? asItIs(forward));
  if (reply === 'silence') return;
  if (reply === 'reset') return void request.socket.resetAndDestroy();
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
}

async function asItIs(forward: () => Promise<string>): Promise<Reply> {
  return { status: 200, body: await forward() };
}

/** Passes messages both ways; while the fault is `silent` those of the node are lost. */
function relay(client: WebSocket, nodeUrl: string, fault: () => NodeFault): void {
  const upstream = new WebSocket(nodeUrl, { perMessageDeflate: false });
  const waiting: string[] = [];
  const isMuted = (): boolean => fault().socket === 'silent' || fault().socket === 'half-open';
  client.on('message', (data: Buffer) => {
    if (upstream.readyState === WebSocket.OPEN) upstream.send(data.toString());
    else waiting.push(data.toString());
  });
  upstream.on('open', () => {
    for (const message of waiting.splice(0)) upstream.send(message);
  });
  upstream.on('message', (data: Buffer) => {
    if (!isMuted() && client.readyState === WebSocket.OPEN) client.send(data.toString());
  });
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('close', () => other.terminate());
    one.on('error', () => other.terminate());
  }
}
