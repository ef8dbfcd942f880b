import { request } from 'node:http';

/** A server that requests are given to. */
export interface Backend {
  port: number;
  isReady: boolean;
  /** Requests and sockets that it has. */
  held: Set<Held>;
}

/** A request or socket that a server has. */
interface Held {
  cut: () => void;
  /** It is being answered: whoever waits goes on waiting. */
  isAnswered: boolean;
}

/** The servers, and which of them want requests. */
export interface Backends {
  /** The ready one with the fewest requests and sockets, but for these; any one when there is none. */
  choose(but?: ReadonlySet<Backend>): Backend;
  anyReady(): boolean;
  isReady(port: number): boolean;
  /** Nobody took a connection there. */
  missed(backend: Backend): void;
  /** Counts a request or socket until it is disposed. `cut` is called when the server stands still before it answers. */
  hold(backend: Backend, cut: () => void): Held & Disposable;
  stop(): void;
}

const askEveryMs = 500;
/** Patient: a server that is slow to answer is not one that stands still. */
const askTimeoutMs = 3000;

/** Asks every server twice a second whether it is ready. */
export function createBackends(ports: readonly number[]): Backends {
  const backends: Backend[] = ports.map((port) => ({ port, isReady: false, held: new Set() }));
  const asking = new Set<Backend>();
  const ask = async (backend: Backend): Promise<void> => {
    if (asking.has(backend)) return;
    asking.add(backend);
    const status = await askReadiness(backend.port);
    asking.delete(backend);
    backend.isReady = status === 200;
    if (status !== 'silent') return;
    for (const held of backend.held) if (!held.isAnswered) held.cut();
  };
  const askAll = (): void => {
    for (const backend of backends) void ask(backend);
  };
  askAll();
  const timer = setInterval(askAll, askEveryMs);
  return {
    choose(but = new Set()) {
      const ready = backends.filter((backend) => backend.isReady && !but.has(backend));
      const among = ready.length > 0 ? ready : backends;
      const [first] = among.toSorted((a, b) => a.held.size - b.held.size);
      if (first === undefined) throw new Error('A balancer has servers.');
      return first;
    },
    anyReady: () => backends.some(({ isReady }) => isReady),
    isReady: (port) => backends.some((backend) => backend.port === port && backend.isReady),
    missed: (backend) => {
      backend.isReady = false;
    },
    hold(backend, cut) {
      const held = { cut, isAnswered: false, [Symbol.dispose]: () => void backend.held.delete(held) };
      backend.held.add(held);
      return held;
    },
    stop: () => clearInterval(timer),
  };
}

/** `silent`: it took the question and did not answer. */
function askReadiness(port: number): Promise<number | 'silent' | 'refused'> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    const late = setTimeout(() => {
      resolve('silent');
      asked.destroy();
    }, askTimeoutMs);
    asked.once('error', () => resolve('refused'));
    asked.once('close', () => clearTimeout(late));
    asked.end();
  });
}
