import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import * as z from 'zod';
import type { ClipQuota } from '#server/app/clip-ports.ts';
import type { OpenDonationCaps } from '#server/app/ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { S3Place } from '#server/media/store/s3-clip-files.ts';
import type { ConnectionCaps } from '#server/http/limit-connections.ts';
import type { Limits } from '#server/app/limits/limits.ts';
import type { SocketCaps } from '#server/realtime/socket-places.ts';
import { limitVariables, readLimits } from './limit-settings.ts';
import { proxyRange } from './proxy-settings.ts';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((text) => (text === undefined || text === '' ? value : text), schema);

const port = z.coerce.number('must be a port, for example 3000').int().min(1).max(65_535);
const count = z.coerce.number('must be a whole number, for example 100').int().min(1).max(1_000_000);
const webUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a web address, for example https://brava.example',
});
const socketUrl = z.url({
  protocol: /^wss?$/,
  error: 'must be a socket address, for example wss://node.example',
});
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be like postgresql://user:password@host:5432/brava');
const words = z
  .string()
  .refine(
    (text) => text.trim().split(/\s+/).length === 24 && validateMnemonic(text, wordlist),
    'must be 24 English BIP-39 words with a right checksum',
  );

const list = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (text) =>
      typeof text === 'string'
        ? text
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : text,
    z.array(item).min(1),
  );

/** Every variable that the server reads. `.env.example` documents each; a test holds both together. */
export const environmentSchema = z
  .object({
    PORT: withDefault(port, '3000'),
    HOST: withDefault(z.string(), '127.0.0.1'),
    PUBLIC_URL: optional(webUrl),
    DATA_DIR: withDefault(z.string(), '.data'),
    DATABASE_URL: optional(postgresUrl),
    DATABASE_CONNECTIONS: withDefault(count, '20'),
    SOLANA_NETWORK: withDefault(z.enum(['devnet', 'testnet', 'mainnet']), 'devnet'),
    SOLANA_RPC_URL: optional(list(webUrl)),
    SOLANA_WS_URL: optional(list(socketUrl)),
    SOLANA_REQUESTS_PER_10S: withDefault(count, '100'),
    SOLANA_REQUESTS_PER_METHOD_PER_10S: withDefault(count, '40'),
    SANDBOX_PORT: withDefault(port.max(65_534), '8899'),
    MASTER_SEED: optional(words),
    SEED_FILE: withDefault(z.string(), '.keys/seed'),
    SEED_PASSPHRASE: optional(z.string().min(8, 'must have at least 8 characters')),
    EXPLORER_URL: optional(webUrl),
    SOCIAL_URL: optional(webUrl),
    TRUST_PROXY: optional(list(proxyRange)),
    ...limitVariables,
    SOCKETS_PER_ADDRESS: withDefault(count, '500'),
    SOCKETS_PER_ACCOUNT: withDefault(count, '50'),
    SOCKETS_PER_OVERLAY: withDefault(count, '50'),
    SOCKETS_IN_ALL: withDefault(count, '20000'),
    CONNECTIONS_PER_ADDRESS: withDefault(count, '2000'),
    CONNECTIONS_IN_ALL: withDefault(count, '30000'),
    OPEN_DONATIONS_PER_LINK: optional(count),
    OPEN_DONATIONS_PER_ADDRESS: optional(count),
    CLIPS: withDefault(z.enum(['on', 'off']), 'on'),
    CLIPS_MAX_TOTAL_MB: withDefault(count, '2000'),
    CLIPS_S3_BUCKET: optional(z.string()),
    CLIPS_S3_ENDPOINT: optional(webUrl),
    CLIPS_S3_REGION: withDefault(z.string(), 'us-east-1'),
    CLIPS_S3_PREFIX: withDefault(
      z.string().regex(/^[\w./-]*$/, 'must be letters, digits and slashes'),
      'clips/',
    ),
    CLIPS_S3_KEY: optional(z.string()),
    CLIPS_S3_SECRET: optional(z.string()),
    CLIPS_S3_PATH_STYLE: withDefault(z.enum(['on', 'off']), 'on'),
    METRICS_PORT: optional(port),
    METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
    STOP_GRACE_SECONDS: optional(
      z.coerce.number('must be a number of seconds up to 6, for example 3').min(0).max(6),
    ),
    LOG_LEVEL: withDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  })
  .superRefine((env, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!isLoopbackHost(env.HOST) && env.PUBLIC_URL === undefined) {
      complain(
        'PUBLIC_URL',
        'must be set when HOST is not a loopback address, for example https://brava.example',
      );
    }
    if ((env.SOLANA_RPC_URL === undefined) !== (env.SOLANA_WS_URL === undefined)) {
      complain(
        'SOLANA_WS_URL',
        'must be set together with SOLANA_RPC_URL, for example wss://api.devnet.solana.com',
      );
    }
    for (const name of ['CLIPS_S3_KEY', 'CLIPS_S3_SECRET'] as const) {
      if (env.CLIPS_S3_BUCKET !== undefined && env[name] === undefined)
        complain(name, 'must be set together with CLIPS_S3_BUCKET');
    }
    if (env.SOLANA_NETWORK !== 'devnet' && env.SOLANA_RPC_URL === undefined) {
      complain(
        'SOLANA_RPC_URL',
        `must be set when SOLANA_NETWORK is ${env.SOLANA_NETWORK}: the sandbox stands in for devnet only`,
      );
    }
  });

type Environment = z.infer<typeof environmentSchema>;

/** What the server was told, checked and with every default filled in. Folders are absolute. */
export interface Config {
  port: number;
  host: string;
  /** Origin that people open, without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  databaseConnections: number;
  network: 'devnet' | 'testnet' | 'mainnet';
  /** Null: the server runs the sandbox. */
  nodes: { rpcUrls: string[]; wsUrls: string[] } | null;
  nodeLimits: { requests: number; perMethod: number; windowMs: number };
  sandboxPort: number;
  masterSeed: Secret<string> | null;
  seedFile: string;
  /** Opens the seed file where it is encrypted. */
  seedPassphrase: Secret<string> | null;
  explorerUrl: string | null;
  socialUrl: string | null;
  trustProxy: string[];
  openDonationCaps: OpenDonationCaps;
  /** For what a proxy has handed on. */
  strictDonationCaps: OpenDonationCaps;
  /** What counts from outside; generous callers may do more. */
  limits: Limits;
  socketCaps: SocketCaps;
  connectionCaps: ConnectionCaps;
  clips: ClipConfig;
  /**
   * True only when nobody from outside can reach this server: limits are then generous, but for requests that a proxy
   * has handed on.
   */
  isLoopback: boolean;
  /** Null: no metrics are served. */
  metrics: { port: number; host: string } | null;
  /** How long a server that ends goes on serving, so that the proxy notices. */
  stopGraceMs: number;
  logLevel: string;
}

/** How donors' audio clips are kept. */
interface ClipConfig {
  /** False: no clips are taken any more. */
  isOpen: boolean;
  quota: ClipQuota;
  /** For what a proxy has handed on. */
  strictQuota: ClipQuota;
  /** Null: they lie in the data folder. */
  s3: S3Place | null;
}

/** The configuration is wrong; the message names every problem at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment: the only place that does.
 * Throws `ConfigError` that lists every wrong variable with what it should be.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`);
    throw new ConfigError(
      ['Brava did not start. Please correct these settings (see .env.example):', ...lines].join('\n'),
    );
  }
  const env = parsed.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const isLoopback = isLoopbackHost(env.HOST) && isLoopbackHost(new URL(publicUrl).hostname);
  const nodes =
    env.SOLANA_RPC_URL === undefined || env.SOLANA_WS_URL === undefined
      ? null
      : { rpcUrls: env.SOLANA_RPC_URL, wsUrls: env.SOLANA_WS_URL };
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS,
    network: env.SOLANA_NETWORK,
    nodes,
    nodeLimits: {
      requests: env.SOLANA_REQUESTS_PER_10S,
      perMethod: env.SOLANA_REQUESTS_PER_METHOD_PER_10S,
      windowMs: 10_000,
    },
    sandboxPort: env.SANDBOX_PORT,
    masterSeed: env.MASTER_SEED === undefined ? null : new Secret(env.MASTER_SEED),
    seedFile: resolve(env.SEED_FILE),
    seedPassphrase: env.SEED_PASSPHRASE === undefined ? null : new Secret(env.SEED_PASSPHRASE),
    explorerUrl: env.EXPLORER_URL ?? (nodes === null ? null : 'https://explorer.solana.com'),
    socialUrl: env.SOCIAL_URL ?? null,
    trustProxy: env.TRUST_PROXY ?? [],
    openDonationCaps: readDonationCaps(env, isLoopback),
    strictDonationCaps: readDonationCaps(env, false),
    limits: readLimits(env),
    socketCaps: {
      guest: env.SOCKETS_PER_ADDRESS,
      account: env.SOCKETS_PER_ACCOUNT,
      overlay: env.SOCKETS_PER_OVERLAY,
      inAll: env.SOCKETS_IN_ALL,
    },
    connectionCaps: {
      perAddress: env.CONNECTIONS_PER_ADDRESS * (isLoopback ? 1000 : 1),
      inAll: env.CONNECTIONS_IN_ALL,
    },
    clips: readClipConfig(env, isLoopback),
    isLoopback,
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    stopGraceMs: (env.STOP_GRACE_SECONDS ?? (isLoopback ? 0 : 3)) * 1000,
    logLevel: env.LOG_LEVEL,
  };
}

function readDonationCaps(env: Environment, isGenerous: boolean): OpenDonationCaps {
  return {
    perLink: env.OPEN_DONATIONS_PER_LINK ?? (isGenerous ? 10_000 : 300),
    perCreator: env.OPEN_DONATIONS_PER_ADDRESS ?? (isGenerous ? 10_000 : 10),
  };
}

function readClipConfig(env: Environment, isLoopback: boolean): ClipConfig {
  const bytesInAll = env.CLIPS_MAX_TOTAL_MB * 1e6;
  const strictQuota = { unclaimedPerAddress: 10, bytesPerAddress: 100e6, bytesInAll };
  const quota = isLoopback
    ? { unclaimedPerAddress: 10_000, bytesPerAddress: Infinity, bytesInAll }
    : strictQuota;
  const isOpen = env.CLIPS === 'on';
  if (env.CLIPS_S3_BUCKET === undefined) return { isOpen, quota, strictQuota, s3: null };
  return {
    isOpen,
    quota,
    strictQuota,
    s3: {
      endpoint: env.CLIPS_S3_ENDPOINT ?? null,
      bucket: env.CLIPS_S3_BUCKET,
      region: env.CLIPS_S3_REGION,
      prefix: env.CLIPS_S3_PREFIX,
      accessKey: env.CLIPS_S3_KEY ?? '',
      secretKey: new Secret(env.CLIPS_S3_SECRET ?? ''),
      pathStyle: env.CLIPS_S3_PATH_STYLE === 'on',
    },
  };
}

/** Secrets that may come as a file instead, named by the variable with `_FILE` at its end. */
const secretNames = ['DATABASE_URL', 'MASTER_SEED', 'SEED_PASSPHRASE', 'CLIPS_S3_SECRET'] as const;

/**
 * The variables of this process, with those of a file `.env` in its folder, which never replace what is set, and with
 * secrets from files (`DATABASE_URL_FILE` and the like), as Docker and systemd hand them over.
 * Throws `ConfigError` when such a file cannot be read.
 */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return withSecretsFromFiles(process.env);
}

/** Reads secrets from the files that are named for them; the end of the last line is no part of a secret. */
export function withSecretsFromFiles(
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const read = { ...environment };
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (cause) {
      throw new ConfigError(`Brava did not start. The file ${file} of ${name}_FILE cannot be read.`, {
        cause,
      });
    }
  }
  return read;
}

/** Whether a host name or address only reaches this machine. */
function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
