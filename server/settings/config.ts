import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CapacityLevels } from '#server/app/capacity.ts';
import type { ClipQuota } from '#server/app/clip-ports.ts';
import type { RetentionRules } from '#server/app/own-account-ports.ts';
import type { OpenDonationCaps, Settings } from '#server/app/ports.ts';
import type { AllowedToken } from '#server/app/token-ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { S3Place } from '#server/media/store/open-s3.ts';
import type { ConnectionCaps } from '#server/http/connections.ts';
import type { Limits } from '#server/app/limits/limits.ts';
import type { NetworkName } from '#server/solana/networks.ts';
import type { YellowstoneNodes } from '#server/solana/yellowstone-source.ts';
import type { SocketCaps } from '#server/realtime/socket-places.ts';
import { type AlarmConfig, readAlarms } from './alarm-settings.ts';
import { type BackupConfig, readBackups } from './backup-settings.ts';
import { readCapacity } from './capacity-settings.ts';
import { type Environment, environmentSchema, isLoopbackHost } from './environment-schema.ts';
import { type FiatConfig, readFiat } from './fiat-settings.ts';
import { readLimits } from './limit-settings.ts';
import { type PostConfig, readPosts } from './post-settings.ts';
import { secretNames } from './setting-names.ts';
import { listFileFaults, readSettingsFiles, type SettingsFile } from './settings-files.ts';

/** What the server was told, checked and with every default filled in. Folders are absolute. */
export interface Config {
  port: number;
  host: string;
  /** Origin that people open, without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  databaseConnections: number;
  network: NetworkName;
  /** Null: the server runs the sandbox. */
  nodes: { rpcUrls: string[]; wsUrls: string[] } | null;
  /** Null: changes are heard over the WebSockets of `nodes`. */
  yellowstone: YellowstoneNodes | null;
  nodeLimits: { requests: number; perMethod: number; windowMs: number };
  sandboxPort: number;
  /** A sandbox that runs already; null: the server runs its own. */
  sandboxUrl: string | null;
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
  /** From where on new donations are refused. */
  capacity: CapacityLevels;
  clips: ClipConfig;
  /** Null: none are made but by command. */
  backups: BackupConfig | null;
  /** `command` null: espeak-ng where it is installed. */
  speech: { isOn: boolean; command: string[] | null };
  /**
   * True only when nobody from outside can reach this server: limits are then generous, but for requests that a proxy
   * has handed on.
   */
  isLoopback: boolean;
  /** Tokens that streamers may take beside SOL. */
  tokens: AllowedToken[];
  /** Null: nothing is shown beside SOL. */
  fiat: FiatConfig | null;
  /** Posts to Discord and Twitch. */
  posts: PostConfig;
  /** How long donors' texts stay. */
  retention: RetentionRules;
  /** Who runs this installation; null: nobody is named. */
  operator: { name: string | null; contact: string | null };
  /** Pages of the operator's own in place of ours. */
  legalUrls: Settings['legalUrls'];
  /** How the operator is told of trouble. */
  alarms: AlarmConfig;
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

/** Everything that is wrong, in one refusal; a range among several in one variable may bring the same words twice. */
function refuse(faults: readonly string[]): ConfigError {
  const lines = [...new Set(faults)].map((fault) => `  ${fault}`);
  return new ConfigError(['Please correct these settings (see .env.example):', ...lines].join('\n'));
}

/**
 * Reads the environment: the only place that does.
 * Throws `ConfigError` that lists every wrong variable with what it should be.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw refuse(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const env = parsed.data;
  const publicUrl =
    env.PUBLIC_URL === undefined ? `http://localhost:${env.PORT}` : new URL(env.PUBLIC_URL).origin;
  const isLoopback = isLoopbackHost(env.HOST) && isLoopbackHost(new URL(publicUrl).hostname);
  const nodes =
    env.SOLANA_RPC_URL === undefined || env.SOLANA_WS_URL === undefined
      ? null
      : { rpcUrls: env.SOLANA_RPC_URL, wsUrls: env.SOLANA_WS_URL };
  const clips = readClipConfig(env, isLoopback);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS,
    network: env.SOLANA_NETWORK,
    nodes,
    yellowstone: readYellowstone(env),
    nodeLimits: {
      requests: env.SOLANA_REQUESTS_PER_10S,
      perMethod: env.SOLANA_REQUESTS_PER_METHOD_PER_10S,
      windowMs: 10_000,
    },
    sandboxPort: env.SANDBOX_PORT,
    sandboxUrl: env.SANDBOX_URL ?? null,
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
    capacity: readCapacity(env),
    clips,
    backups: readBackups(env, clips.s3),
    speech: { isOn: env.SPEECH_COMMAND !== 'off', command: env.SPEECH_COMMAND?.split(/\s+/) ?? null },
    isLoopback,
    tokens: env.TOKENS ?? [],
    fiat: readFiat(env),
    posts: readPosts(env),
    retention: { defaultDays: env.RETENTION_DEFAULT_DAYS ?? null, maxDays: env.RETENTION_MAX_DAYS ?? null },
    operator: { name: env.OPERATOR_NAME ?? null, contact: env.OPERATOR_CONTACT ?? null },
    legalUrls: { privacy: env.OPERATOR_PRIVACY_URL ?? null, terms: env.OPERATOR_TERMS_URL ?? null },
    alarms: readAlarms(env),
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

function readYellowstone(env: Environment): YellowstoneNodes | null {
  if (env.YELLOWSTONE_URL === undefined) return null;
  return {
    urls: env.YELLOWSTONE_URL,
    token: env.YELLOWSTONE_TOKEN === undefined ? null : new Secret(env.YELLOWSTONE_TOKEN),
    limits: {
      addresses: env.YELLOWSTONE_ADDRESSES,
      addressesPerFilter: env.YELLOWSTONE_ADDRESSES_PER_FILTER,
    },
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

/**
 * The variables of this process, with those of `file` in its folder, which never replace what is set, and with
 * secrets from files (`DATABASE_URL_FILE` and the like), as Docker and systemd hand them over.
 * Throws `ConfigError` when such a file cannot be read, or `file`, or one that Node was told to read, would be read otherwise
 * than it is written.
 */
export function readEnvironment(file = '.env'): Record<string, string | undefined> {
  let files: SettingsFile[];
  try {
    files = readSettingsFiles(file);
  } catch (cause) {
    throw new ConfigError(`The file ${resolve(file)} cannot be read.`, { cause });
  }
  const faults = listFileFaults(files);
  if (faults.length > 0) throw refuse(faults);
  if (existsSync(file)) process.loadEnvFile(file);
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
      throw new ConfigError(`The file ${file} of ${name}_FILE cannot be read: ${sayWhyUnread(cause)}`, {
        cause,
      });
    }
  }
  return read;
}

const unread: Readonly<Record<string, string>> = {
  ENOENT: 'there is none. Put it there, or correct the path.',
  ENOTDIR: 'there is none. Put it there, or correct the path.',
  EACCES: 'this user may not. Give it the rights.',
  EISDIR: 'it is a folder. Name the file in it.',
};

function sayWhyUnread(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return unread[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
