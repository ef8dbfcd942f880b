import { Decoder, Encoder, type Packet } from 'socket.io-parser';
import { socketNamespace } from '#contract/realtime.ts';
import { WindowCount } from './window-count.ts';

/** No client of ours comes near: it is refused long before. */
const messagesPerWindow = 600;
/** What Socket.IO's texts begin with: joining a namespace, and what a client says in it. 5 and 6 announce attachments. */
const joins = '0';
const saysSomething = /^[1-4]/;

/** The library's. Without attachments it keeps nothing from one text to the next, so that one serves all connections. */
const decoder = new Decoder();
let decoded: Packet | null = null;
decoder.on('decoded', (packet) => (decoded = packet));

/**
 * Takes apart what one connection sends. The connection is closed when it asks for another namespace than ours, asks to
 * come in a second time, sends anything binary, or sends without end: the library would answer such a request and keep
 * the connection.
 *
 * It also weighs a fifth of the library's, of which each connection would have one.
 */
class StrictDecoder extends WindowCount {
  #listener: ((packet: Packet) => void) | null = null;
  #hasAsked = false;

  on(_decoded: string, listener: (packet: Packet) => void): void {
    this.#listener = listener;
  }

  removeListener(): void {
    this.#listener = null;
  }

  /** Throws for what our clients never send; the library closes the connection then. */
  add(data: unknown): void {
    if (this.countOne() > messagesPerWindow) throw new Error('More messages than any client of ours sends.');
    if (typeof data !== 'string' || isForeign(data)) throw new Error('No message of our clients.');
    if (data.startsWith(joins)) {
      if (this.#hasAsked) throw new Error('A client of ours asks once, and then by another connection.');
      this.#hasAsked = true;
    }
    decoder.add(data);
    if (decoded !== null) this.#listener?.(decoded);
  }

  destroy(): void {
    this.#listener = null;
  }
}

/** What the server of sockets reads and writes by. */
export const strictParser = { Encoder, Decoder: StrictDecoder };

/** The library takes a blank in the place of the figure for 0. */
function isForeign(text: string): boolean {
  return !saysSomething.test(text) && !text.startsWith(`${joins}${socketNamespace},`);
}
