import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { registerStreamer, type TestStreamer } from '#server/test/test-client.ts';
import { openProxiedOverlay, type ProxiedOverlay } from './proxied-overlay.ts';

/** What is asked for, and how often in a second. */
export interface LoadRates {
  status: number;
  donate: number;
  page: number;
}

/** People who go on using the product through its proxy, and what went wrong for them. */
export interface ProxiedLoad {
  sent: Readonly<Record<keyof LoadRates, number>>;
  /** Requests without the answer that they should have had, in words. */
  failures: readonly string[];
  /** The longest that an answer took, in milliseconds. */
  slowestMs(): number;
  overlays: readonly ProxiedOverlay[];
  /** Donations that were paid and are no card yet. */
  notShown(): string[];
  paid(): number;
  /** Ends asking and waits for the last answers and payments; overlays stay. */
  endRequests(): Promise<void>;
  close(): void;
}

/** Where the load goes. */
export interface LoadPlace {
  /** Of the proxy. */
  url: string;
  /** Of the sandbox chain. */
  rpcUrl: string;
}

/** Registers streamers with an overlay each, and asks without end, at a steady rate whatever the answers take. */
export async function startProxiedLoad(
  { url, rpcUrl }: LoadPlace,
  { streamers: count, rates }: { streamers: number; rates: LoadRates },
): Promise<ProxiedLoad> {
  const streamers: TestStreamer[] = [];
  while (streamers.length < count) streamers.push(await registerStreamer(url));
  const overlays = streamers.map(({ widgetCode }, index) =>
    openProxiedOverlay(url, widgetCode, `127.0.0.${index + 2}`),
  );
  const agent = new Agent({ keepAlive: true });
  const over = new AbortController();
  const underWay = new Set<Promise<void>>();
  const sent = { status: 0, donate: 0, page: 0 };
  const failures: string[] = [];
  const donations: { id: string; overlay: ProxiedOverlay }[] = [];
  let slowestMs = 0;

  async function ask(path: string, expected: number, body?: unknown): Promise<string> {
    const startedAt = performance.now();
    const answer = await send(agent, url + path, body);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    if (answer.status !== expected) throw new Error(`${answer.status} ${answer.body.slice(0, 100)}`);
    return answer.body;
  }
  const kinds: Record<keyof LoadRates, (turn: number) => Promise<void>> = {
    async status(turn) {
      const donation = donations.at(-1 - (turn % 10)) ?? donations.at(-1);
      if (donation !== undefined) await ask(`/api/donations/status/${donation.id}`, 200);
    },
    async donate(turn) {
      const index = turn % streamers.length;
      const [streamer, overlay] = [streamers[index], overlays[index]];
      if (streamer === undefined || overlay === undefined) throw new Error('There is one of each.');
      const body = { linkCode: streamer.donationLink, donatorName: 'Zoë' };
      const { id, walletAddress } = JSON.parse(await ask('/api/donations', 201, body)) as {
        id: string;
        walletAddress: string;
      };
      await payFromFaucet(rpcUrl, walletAddress, 2_000_000);
      donations.push({ id, overlay });
    },
    async page(turn) {
      const paths = ['/', '/guide', `/donate/${streamers[0]?.donationLink}`, '/api/config'];
      await ask(paths[turn % paths.length] ?? '/', 200);
    },
  };
  async function repeat(kind: keyof LoadRates): Promise<void> {
    const startedAt = performance.now();
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await sleep(Math.max(0, startedAt + (turn / rates[kind]) * 1000 - performance.now()));
      sent[kind] += 1;
      const asked = kinds[kind](turn).catch(
        (error: unknown) => void failures.push(`${kind}: ${String(error)}`),
      );
      underWay.add(asked);
      void asked.finally(() => underWay.delete(asked));
    }
  }
  const running = Promise.all((Object.keys(kinds) as (keyof LoadRates)[]).map(repeat));
  return {
    sent,
    failures,
    slowestMs: () => slowestMs,
    overlays,
    notShown: () => donations.filter(({ id, overlay }) => !overlay.shown.has(id)).map(({ id }) => id),
    paid: () => donations.length,
    async endRequests() {
      over.abort();
      await running;
      await Promise.all(underWay);
    },
    close() {
      over.abort();
      for (const overlay of overlays) overlay.close();
      agent.destroy();
    },
  };
}

/** One request, never a second one: what a library would try again by itself is a failure here. */
function send(agent: Agent, url: string, body: unknown): Promise<{ status: number; body: string }> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      url,
      {
        agent,
        method: sent === undefined ? 'GET' : 'POST',
        ...(sent !== undefined && {
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) },
        }),
      },
      (answer) => void text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject),
    );
    call.once('error', reject);
    call.end(sent);
  });
}
