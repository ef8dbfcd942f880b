import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A client of the chain's own PubSub, beside the server's. */
export interface ConfirmationWatch {
  /** Resolves once the subscription stands. */
  subscribe(address: string): Promise<void>;
  /** When (`performance.now()`) the chain first said that the address had changed; undefined: not yet. */
  confirmedAtMs(address: string): number | undefined;
  close(): void;
}

interface Message {
  id?: number;
  result?: number;
  params?: { subscription: number };
}

/** Subscribes to addresses at commitment confirmed and keeps the moment of the first notification of each. */
export async function watchConfirmations(wsUrl: string): Promise<ConfirmationWatch> {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false });
  const asked: { address: string; stands: () => void }[] = [];
  const addresses = new Map<number, string>();
  const confirmed = new Map<string, number>();
  socket.on('message', (data: Buffer) => {
    const atMs = performance.now();
    const { id, result, params } = JSON.parse(data.toString()) as Message;
    const question = id === undefined ? undefined : asked[id];
    if (question !== undefined && result !== undefined) {
      addresses.set(result, question.address);
      question.stands();
    }
    const address = params === undefined ? undefined : addresses.get(params.subscription);
    if (address !== undefined && !confirmed.has(address)) confirmed.set(address, atMs);
  });
  await once(socket, 'open', { signal: AbortSignal.timeout(10_000) });
  return {
    subscribe: (address) =>
      new Promise((stands) => {
        const id = asked.push({ address, stands }) - 1;
        const config = { commitment: 'confirmed', encoding: 'base64' };
        socket.send(
          JSON.stringify({ jsonrpc: '2.0', id, method: 'accountSubscribe', params: [address, config] }),
        );
      }),
    confirmedAtMs: (address) => confirmed.get(address),
    close: () => socket.terminate(),
  };
}
