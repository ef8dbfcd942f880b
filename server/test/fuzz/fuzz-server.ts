import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { query } from '#server/test/database-address.ts';
import { until } from '#server/test/test-client.ts';
import { quickPace, startTestServer, type TestServer } from '#server/test/test-server.ts';
import {
  type FuzzAccount,
  knownValues,
  openAccount,
  openWebhook,
  preparePayment,
  renewAccount,
  rowsOf,
} from './fuzz-accounts.ts';
import type { KnownValues } from './arbitrary-of-schema.ts';
import type { OpenApiDocument, Operation } from './openapi-document.ts';
import type { FuzzRequest } from './request-arbitrary.ts';

/** A reply as it came. */
export interface FuzzReply {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A whole server to fuzz, with accounts whose tokens are spent and renewed. */
export interface FuzzServer {
  url: string;
  document: OpenApiDocument;
  /** For operations with a token the bystander's names are among them. */
  known(operation: Operation): KnownValues;
  send(method: string, request: FuzzRequest): Promise<FuzzReply>;
  /** What the server logged as its own failure since the last time. */
  takeErrors(): string[];
  /** The rows of an account that nobody has a token of. */
  bystander(): Promise<Record<string, string[]>>;
  stop(): Promise<void>;
}

/** The row of a donation that is paid and passed on, which has the signature of the transfer. */
const transferred = /,[1-9A-HJ-NP-Za-km-z]{86,88},.*,RECEIVED,/;

/** Starts a server whose password hashes are cheap and whose settings are else the product's. */
export async function startFuzzServer(): Promise<FuzzServer> {
  const errors: string[] = [];
  const server = await startTestServer({
    slotMs: 100,
    // What a bystander tests waits for as long as the longest run takes.
    pace: { ...quickPace, testMs: 86_400_000 },
    hashing: { memoryKiB: 64, passes: 1 },
    environment: { LIMIT_EXPORT_KEY: 'address=1000000/1h,account=1000000/1h,all=1000000/1h' },
    log: { write: (line) => void errors.push(line) },
  });
  const { url } = server;
  const agent = new Agent({ keepAlive: true });
  const bystander = await openAccount(server);
  const bystandersId = bystander.streamer.user.id;
  // What nobody pays stays open for as long as the longest run takes.
  await query(
    server.connectionString,
    `update donations set expires_at = now() + interval '1 day' where user_id = '${bystandersId}'`,
  );
  await until(async () => {
    const rows = await rowsOf(server, bystandersId);
    // Its money has been passed on: nothing of it changes by itself any more.
    if (!rows['donations']?.some((row) => transferred.test(row)))
      throw new Error('The bystander’s donation is not swept yet.');
  }, 30_000);
  const main = createCaller(server, await openWebhook(server, await openAccount(server)));
  const another = createCaller(server, await openWebhook(server, await openAccount(server)));
  const payment = await preparePayment(server, main.account());

  const callerOf = (who: FuzzRequest['who']) => (who === 'another session' ? another : main);
  const send: FuzzServer['send'] = async (method, { who, path, body, headers: given }) => {
    const caller = callerOf(who);
    const token = tokenOf(who, caller.account());
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...given };
    const reply = await exchange(agent, `${url}/api`, { method, path, headers, body });
    // A request before this one ended its own session, or its password is another one now.
    const isEnded = reply.status === 401 && reply.body.includes('"unauthorized"');
    if (isEnded && given['authorization'] === undefined && token !== null) await caller.renew(token);
    return reply;
  };

  return {
    url,
    document: (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument,
    // Anybody may look at a bystander's donation and pay for it; with a token its names must open nothing.
    known: ({ path, isOpen }) => ({
      ...knownValues(path, [main.account(), another.account()], isOpen ? {} : bystander.ids),
      ...payment,
    }),
    send,
    takeErrors: () => errors.splice(0),
    bystander: () => rowsOf(server, bystandersId),
    async stop() {
      agent.destroy();
      await server.stop();
    },
  };
}

/** An account whose session is opened again when it has ended, once however many ask. */
function createCaller(server: TestServer, opened: FuzzAccount) {
  let account = opened;
  let renewal: Promise<void> | null = null;
  const open = async (): Promise<void> => {
    account = await renewAccount(server, account);
    renewal = null;
  };
  return {
    account: () => account,
    async renew(token: string) {
      if (token === account.streamer.token) await (renewal ??= open());
    },
  };
}

function tokenOf(who: FuzzRequest['who'], account: FuzzAccount): string | null {
  if (who === 'nobody') return null;
  if (who === 'api token') return account.apiToken;
  return who === 'moderator' ? account.moderator : account.streamer.token;
}

const patienceMs = 20_000;

async function exchange(
  agent: Agent,
  base: string,
  { method, path, headers, body }: Pick<FuzzRequest, 'path' | 'headers' | 'body'> & { method: string },
): Promise<FuzzReply> {
  const { hostname, port, pathname } = new URL(base);
  const outgoing = httpRequest({
    agent,
    hostname,
    port,
    method,
    path: `${pathname}${path}`,
    // Node frames the body of a GET only when it is told its length.
    headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
    signal: AbortSignal.timeout(patienceMs),
  });
  const came = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(body ?? undefined);
  const [reply] = await came;
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) };
}
