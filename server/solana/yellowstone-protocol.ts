import { fileURLToPath } from 'node:url';
import type { Client, ClientDuplexStream } from '@grpc/grpc-js';
import type { MethodDefinition, ServiceDefinition } from '@grpc/proto-loader';
import type { Secret } from '#server/app/secret.ts';

/** What is asked for. It replaces what was asked before on the same stream. */
export type YellowstoneRequest =
  | { ping: { id: number } }
  | {
      accounts: Record<string, { account: string[] }>;
      slots: Record<string, { filterByCommitment: boolean }>;
      commitment: number;
      /** Decimal: it may be greater than a JavaScript number. */
      fromSlot?: string;
    };

/** What the node tells: one of these, or something that we do not know. Slots are decimal; what is 0 or empty is left out. */
export interface YellowstoneUpdate {
  account?: { account?: { pubkey?: Uint8Array }; slot?: string };
  slot?: { slot?: string };
  ping?: object;
}

/** One stream, both ways. It ends with `end`, or with `error` and the status of gRPC in its `code`. */
export type YellowstoneStream = ClientDuplexStream<YellowstoneRequest, YellowstoneUpdate>;

/** A channel to a node. */
export interface YellowstoneChannel {
  subscribe(): YellowstoneStream;
  close(): void;
}

/** The commitment at which Brava listens. */
export const confirmed = 1;

const protoFile = fileURLToPath(new URL('yellowstone.proto', import.meta.url));
const channelOptions = {
  // Another client's failures are none of ours: the feed itself decides when it tries again.
  'grpc.use_local_subchannel_pool': 1,
  // Options of the service from DNS: we have our own.
  'grpc.service_config_disable_resolution': 1,
  // As the calls over HTTP, which take no proxy either.
  'grpc.enable_http_proxy': 0,
};

/**
 * Opens a channel to a node, at `https://host:port`, or `http://` without encryption. gRPC is loaded with the first one,
 * so that whoever listens over WebSockets never has it in memory. Nothing is sent before the first stream.
 */
export async function openYellowstoneChannel(
  url: string,
  token: Secret<string> | null,
): Promise<YellowstoneChannel> {
  const { grpc, method } = await (loading ??= load());
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const client: Client = new grpc.Client(
    `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`,
    isSecure ? grpc.credentials.createSsl() : grpc.credentials.createInsecure(),
    channelOptions,
  );
  const metadata = new grpc.Metadata();
  if (token !== null) metadata.set('x-token', token.reveal());
  return {
    subscribe: () =>
      client.makeBidiStreamRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        metadata,
      ),
    close: () => client.close(),
  };
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const [grpc, { loadSync }] = await Promise.all([import('@grpc/grpc-js'), import('@grpc/proto-loader')]);
  const service = loadSync(protoFile, { longs: String, enums: Number })['geyser.Geyser'] as ServiceDefinition;
  const method = service['Subscribe'] as MethodDefinition<YellowstoneRequest, YellowstoneUpdate>;
  return { grpc, method };
}
