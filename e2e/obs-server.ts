import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { answerRequest, type ObsScene, RequestRefused } from './obs-requests.ts';

/** A message of obs-websocket 5: operation and its data. */
interface Message {
  op: number;
  d: Record<string, unknown>;
}

const [hello, identify, identified, request, response] = [0, 1, 2, 6, 7];
const [missingField, unknownOperation, notIdentified, alreadyIdentified] = [4003, 4006, 4007, 4008];
const [authenticationFailed, unsupportedRpcVersion, decodeError] = [4009, 4010, 4002];

/**
 * OBS as obs-websocket 5 shows it: Hello with challenge and salt, Identify with the SHA-256 answer, requests checked
 * against the published fields and answered with the published codes. What it refuses and how was compared with OBS
 * 29.0.2. Answers can be held back, and requests refused, as a test wants it.
 */
export class ObsServer {
  readonly scene: ObsScene = {
    program: 'Scene',
    scenes: new Map([['Scene', []]]),
    inputs: new Map(),
    kinds: ['browser_source', 'color_source_v3'],
    canvas: { baseWidth: 1920, baseHeight: 1080 },
    nextItemId: 1,
  };
  /** Types of the requests that came, in their order. */
  readonly heard: string[] = [];
  /** Fields that the published protocol does not know, or of another type. */
  readonly violations: string[] = [];
  /** While true nothing is answered. */
  isSilent = false;
  rpcVersion = 1;
  readonly #server: WebSocketServer;
  readonly #password: string;

  private constructor(server: WebSocketServer, password: string) {
    this.#server = server;
    this.#password = password;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(password: string): Promise<ObsServer> {
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: (offered) => (offered.has('obswebsocket.json') ? 'obswebsocket.json' : false),
    });
    await new Promise<void>((resolve) => server.once('listening', resolve));
    return new ObsServer(server, password);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.#server.clients.size;
  }

  async stop(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket): void {
    if (this.isSilent) return;
    const [challenge, salt] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const secret = sha256(this.#password + salt);
    const expected = sha256(secret + challenge);
    let isIdentified = false;
    send(socket, hello, {
      obsWebSocketVersion: '5.1.0',
      rpcVersion: this.rpcVersion,
      authentication: { challenge, salt },
    });
    socket.on('message', (data) => {
      const message = parse(textOf(data));
      if (message === null) return socket.close(decodeError, 'The message is no JSON object.');
      const { op, d } = message;
      if (op === identify) {
        if (isIdentified) return socket.close(alreadyIdentified, 'You are already identified.');
        const [code, reason] = this.#judge(d, expected);
        if (code !== null) return socket.close(code, reason);
        isIdentified = true;
        return send(socket, identified, { negotiatedRpcVersion: 1 });
      }
      if (op !== request) return socket.close(unknownOperation, 'Unknown operation.');
      if (!isIdentified) return socket.close(notIdentified, 'You are not identified.');
      return this.#answer(socket, d);
    });
  }

  #judge(d: Record<string, unknown>, expected: string): [number | null, string] {
    if (typeof d['rpcVersion'] !== 'number')
      return [missingField, 'Your payload is missing an `rpcVersion`.'];
    if (d['authentication'] !== expected) return [authenticationFailed, 'Authentication failed.'];
    if (d['rpcVersion'] !== this.rpcVersion)
      return [unsupportedRpcVersion, 'Your RPC version is not supported.'];
    return [null, ''];
  }

  #answer(socket: WebSocket, { requestType, requestId, requestData = {} }: Record<string, unknown>): void {
    const type = String(requestType);
    this.heard.push(type);
    if (this.isSilent) return;
    const reply = (requestStatus: object, responseData?: object): void =>
      send(socket, response, { requestType: type, requestId, requestStatus, responseData });
    try {
      const data = requestData as Record<string, unknown>;
      const answer = answerRequest(this.scene, type, data, (violation) => this.violations.push(violation));
      reply({ result: true, code: 100 }, answer);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      reply({ result: false, code: error.code, comment: error.message });
    }
  }
}

function send(socket: WebSocket, op: number, d: object): void {
  socket.send(JSON.stringify({ op, d }));
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

function parse(text: string): Message | null {
  try {
    const message = JSON.parse(text) as Partial<Message> | null;
    return message?.d === undefined || message.op === undefined ? null : { op: message.op, d: message.d };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
