import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Server } from 'socket.io';
import type { AlertSound } from '#contract/alerts.ts';
import type { ClientPayload, ClientToServer, ServerToClient, ShownDonation } from '#contract/events.ts';
import { resolveCustomization, type Customization } from '#contract/style.ts';

const dist = join(import.meta.dirname, '..', '..', '..', 'dist');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.svg': 'image/svg+xml',
};

/** What an overlay has said, in the order in which it came. */
interface Heard {
  connects: ClientPayload<'obs_connect'>[];
  acknowledged: { alertId: string; atMs: number }[];
  visible: boolean[];
  voices: number[];
}

/** What goes along with every reply; the product's security headers where a test wants them. */
type HeadersOf = (audience: { publicUrl: string; path: string; host: string }) => Record<string, string>;

/**
 * A server that speaks the overlay's part of the contract and nothing else, so that a test says what comes and when.
 *
 * It serves the built overlay, and whatever is put into `clips` at
 * `/clips/{name}`; other clips are not found. The link code 'nobody' is refused, as the product does.
 */
export class StandIn {
  readonly heard: Heard = { connects: [], acknowledged: [], visible: [], voices: [] };
  readonly clips = new Map<string, Uint8Array>();
  /** Told to every overlay that connects. */
  customization: Customization = resolveCustomization('#22c55e', null);
  sound: AlertSound = { volume: 100, isMuted: false };
  private shown = 0;
  private readonly http = createServer((request, response) => {
    this.answer(request, response).catch(() => response.writeHead(404).end());
  });
  private readonly io = new Server<ClientToServer, ServerToClient>(this.http, { serveClient: false });

  private readonly headersOf: HeadersOf;

  private constructor(headersOf: HeadersOf) {
    this.headersOf = headersOf;
  }

  /** Starts on a port of this machine, by default on a free one. */
  static async start({
    port = 0,
    headersOf = () => ({}),
  }: { port?: number; headersOf?: HeadersOf } = {}): Promise<StandIn> {
    const standIn = new StandIn(headersOf);
    standIn.serve();
    standIn.http.listen(port, '127.0.0.1');
    await once(standIn.http, 'listening');
    return standIn;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sends an alert to every overlay; what is left out is an ordinary donation without a clip. */
  show(part: Partial<ShownDonation> = {}): ShownDonation {
    this.shown += 1;
    const donation: ShownDonation = {
      id: `donation-${this.shown}`,
      alertId: `alert-${this.shown}`,
      donatorName: 'Pia',
      amount: 0.1,
      fiat: null,
      message: 'Good luck tonight!',
      mediaUrl: null,
      mediaType: null,
      mediaDuration: null,
      ...part,
    };
    this.emit('show_donation', donation);
    return donation;
  }

  /** Sends an alert with the clip of this name. */
  showClip(name: string, part: Partial<ShownDonation> = {}): ShownDonation {
    return this.show({ mediaUrl: `/clips/${name}`, mediaType: 'audio', mediaDuration: 3, ...part });
  }

  /** Sends any event of the contract to every overlay. */
  emit<E extends keyof ServerToClient>(name: E, ...payload: Parameters<ServerToClient[E]>): void {
    this.io.of('/api').emit(name, ...payload);
  }

  /** How each overlay is connected: by `polling` first, then by `websocket`. */
  transports(): string[] {
    return [...this.io.of('/api').sockets.values()].map(({ conn }) => conn.transport.name);
  }

  /** Ends every connection: `network` as a cable that is pulled, `server` as a server that says so. */
  cut(how: 'network' | 'server'): void {
    for (const socket of this.io.of('/api').sockets.values()) {
      if (how === 'server') socket.disconnect(true);
      else socket.conn.close();
    }
  }

  async stop(): Promise<void> {
    const closed = this.io.close();
    this.http.closeAllConnections();
    await closed;
  }

  private serve(): void {
    this.io.of('/api').on('connection', (socket) => {
      socket.on('obs_connect', (announced) => {
        this.heard.connects.push(announced);
        if (announced.visible !== undefined) this.heard.visible.push(announced.visible);
        if (announced.linkCode === 'nobody')
          socket.emit('error', { message: 'This link is not known.', code: 'invalid_link_code' });
        else
          socket.emit('obs_connected', {
            streamerName: 'kat',
            customization: this.customization,
            sound: this.sound,
          });
      });
      socket.on('mark_donation_shown', ({ alertId = '' }) =>
        this.heard.acknowledged.push({ alertId, atMs: performance.now() }),
      );
      socket.on('overlay_state', ({ visible }) => this.heard.visible.push(visible));
      socket.on('overlay_voices', ({ count }) => this.heard.voices.push(count));
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const clip = this.clips.get(pathname.replace('/clips/', ''));
    const isPage = pathname.startsWith('/widget/');
    const page = searchParams.get('preview') === '1' ? '/preview.html' : '/overlay.html';
    const path = isPage ? page : normalize(pathname);
    const content = clip ?? (await readFile(join(dist, path)));
    const host = request.headers.host ?? '';
    response.writeHead(200, {
      ...this.headersOf({ publicUrl: this.url, path: pathname, host }),
      'content-type': types[extname(path)] ?? 'application/octet-stream',
    });
    response.end(content);
  }
}
