import { isIP } from 'node:net';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import * as z from 'zod';
import { alarmVariables, listAlarmFaults } from './alarm-settings.ts';
import { backupVariables, listBackupFaults } from './backup-settings.ts';
import { capacityVariables } from './capacity-settings.ts';
import { fiatVariables, listFiatFaults } from './fiat-settings.ts';
import { postVariables } from './post-settings.ts';
import { limitVariables } from './limit-settings.ts';
import { tokenVariables } from './token-settings.ts';
import { proxyRange } from './proxy-settings.ts';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((text) => (text === undefined || text === '' ? value : text), schema);

const port = (example: number, last = 65_535) =>
  z.coerce.number(`must be a port from 1 to ${last}, for example ${example}`).int().min(1).max(last);
const count = z.coerce
  .number('must be a whole number from 1 to 1000000, for example 100')
  .int()
  .min(1)
  .max(1_000_000);
const onOrOff = z.enum(['on', 'off'], 'must be on or off');
const logLevel = z.enum(
  ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
  'must be trace, debug, info, warn, error or silent',
);
const retentionDays = z
  .enum(['30', '90', '365'], 'must be 30, 90 or 365, or empty')
  .transform((text) => Number(text));
const webUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a web address, for example ${example}` });
const socketUrl = (example: string) =>
  z.url({ protocol: /^wss?$/, error: `must be a socket address, for example ${example}` });
/** What is no address at all has been complained of already. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url === null || url.href === `${url.origin}/`;
};
const origin = webUrl('https://brava.example').refine(
  isOrigin,
  'must be an origin alone, for example https://brava.example',
);
const yellowstoneUrl = webUrl('https://node.example:443').refine(
  isOrigin,
  'must be a host alone, for example https://node.example:443; its token is YELLOWSTONE_TOKEN',
);
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

/** What is wrong between settings is named together with what is wrong with one. That keeps the text that it was given. */
const alsoBesideFaults = { when: () => true };

/** What opens a store of the clips. Region, prefix and style have values of their own without one. */
const storeVariables = ['CLIPS_S3_BUCKET', 'CLIPS_S3_ENDPOINT', 'CLIPS_S3_KEY', 'CLIPS_S3_SECRET'] as const;

/** Every variable that the server reads. `.env.example` documents each; a test holds both together. */
export const environmentSchema = z
  .object({
    PORT: withDefault(port(3000), '3000'),
    HOST: withDefault(z.string(), '127.0.0.1'),
    PUBLIC_URL: optional(origin),
    DATA_DIR: withDefault(z.string(), '.data'),
    DATABASE_URL: optional(postgresUrl),
    DATABASE_CONNECTIONS: withDefault(count, '20'),
    SOLANA_NETWORK: withDefault(
      z.enum(['devnet', 'testnet', 'mainnet'], 'must be devnet, testnet or mainnet'),
      'devnet',
    ),
    SOLANA_RPC_URL: optional(list(webUrl('https://api.devnet.solana.com'))),
    SOLANA_WS_URL: optional(list(socketUrl('wss://api.devnet.solana.com'))),
    SOLANA_REQUESTS_PER_10S: withDefault(count, '100'),
    SOLANA_REQUESTS_PER_METHOD_PER_10S: withDefault(count, '40'),
    YELLOWSTONE_URL: optional(list(yellowstoneUrl)),
    YELLOWSTONE_TOKEN: optional(
      z.string().regex(/^[!-~]+$/, 'must be letters, digits and signs without spaces'),
    ),
    YELLOWSTONE_ADDRESSES: withDefault(count, '80000'),
    YELLOWSTONE_ADDRESSES_PER_FILTER: withDefault(count, '10000'),
    SANDBOX_PORT: withDefault(port(8899, 65_534), '8899'),
    SANDBOX_URL: optional(webUrl('http://127.0.0.1:8899')),
    MASTER_SEED: optional(words),
    SEED_FILE: withDefault(z.string(), '.keys/seed'),
    SEED_PASSPHRASE: optional(z.string().min(8, 'must have at least 8 characters')),
    EXPLORER_URL: optional(webUrl('https://explorer.solana.com')),
    SOCIAL_URL: optional(webUrl('https://social.example/@brava')),
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
    ...capacityVariables,
    CLIPS: withDefault(onOrOff, 'on'),
    CLIPS_MAX_TOTAL_MB: withDefault(count, '2000'),
    CLIPS_S3_BUCKET: optional(z.string()),
    CLIPS_S3_ENDPOINT: optional(webUrl('https://s3.example')),
    CLIPS_S3_REGION: withDefault(z.string(), 'us-east-1'),
    CLIPS_S3_PREFIX: withDefault(
      z.string().regex(/^[\w./-]*$/, 'must be letters, digits and slashes'),
      'clips/',
    ),
    CLIPS_S3_KEY: optional(z.string()),
    CLIPS_S3_SECRET: optional(z.string()),
    CLIPS_S3_PATH_STYLE: withDefault(onOrOff, 'on'),
    ...backupVariables,
    ...fiatVariables,
    ...postVariables,
    ...tokenVariables,
    OPERATOR_NAME: optional(z.string().max(100, 'must be a name of at most 100 characters')),
    OPERATOR_CONTACT: optional(
      z.string().max(200, 'must be an e-mail or web address of at most 200 characters'),
    ),
    OPERATOR_PRIVACY_URL: optional(webUrl('https://brava.example/our-privacy')),
    OPERATOR_TERMS_URL: optional(webUrl('https://brava.example/our-terms')),
    RETENTION_DEFAULT_DAYS: optional(retentionDays),
    RETENTION_MAX_DAYS: optional(retentionDays),
    SPEECH_COMMAND: optional(z.string().trim().min(1).max(1000)),
    ...alarmVariables,
    METRICS_PORT: optional(port(9464)),
    METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
    STOP_GRACE_SECONDS: optional(
      z.coerce.number('must be a number of seconds from 0 to 6, for example 3').min(0).max(6),
    ),
    LOG_LEVEL: withDefault(logLevel, 'info'),
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
    if (env.METRICS_PORT === env.PORT) {
      complain('METRICS_PORT', 'must be another port than PORT, for example 9464');
    }
    for (const path of listSandboxClashes(env))
      complain(path, 'must be another port than those of the sandbox, SANDBOX_PORT and the one after it');
    for (const { path, message } of listFiatFaults(env)) complain(path, message);
    for (const { path, message } of listAlarmFaults(env)) complain(path, message);
    for (const { path, message } of listBackupFaults(env)) complain(path, message);
    for (const message of listYellowstoneFaults(env)) complain('YELLOWSTONE_URL', message);
    for (const { path, message } of listStoreFaults(env)) complain(path, message);
    if (['testnet', 'mainnet'].includes(env.SOLANA_NETWORK) && env.SOLANA_RPC_URL === undefined) {
      complain(
        'SOLANA_RPC_URL',
        `must be set when SOLANA_NETWORK is ${env.SOLANA_NETWORK}: the sandbox stands in for devnet only`,
      );
    }
  }, alsoBesideFaults);

/** The environment once it was checked. */
export type Environment = z.infer<typeof environmentSchema>;

/** Ports that the sandbox would have taken by the time that they are opened, where the server runs one. */
function listSandboxClashes(env: {
  PORT: number;
  METRICS_PORT?: number | undefined;
  SANDBOX_PORT: number;
  SANDBOX_URL?: string | undefined;
  SOLANA_RPC_URL?: string[] | undefined;
}): ('PORT' | 'METRICS_PORT')[] {
  if (env.SANDBOX_URL !== undefined || env.SOLANA_RPC_URL !== undefined) return [];
  const taken: (number | undefined)[] = [env.SANDBOX_PORT, env.SANDBOX_PORT + 1];
  return (['PORT', 'METRICS_PORT'] as const).filter((name) => taken.includes(env[name]));
}

/** What is half set, and a token that would be readable on its way. */
function listYellowstoneFaults(env: {
  YELLOWSTONE_URL?: string[] | undefined;
  YELLOWSTONE_TOKEN?: string | undefined;
  SOLANA_RPC_URL?: string[] | undefined;
}): string[] {
  const { YELLOWSTONE_URL: urls, YELLOWSTONE_TOKEN: token, SOLANA_RPC_URL: rpcUrls } = env;
  if (urls === undefined) {
    return token === undefined
      ? []
      : ['must be set together with YELLOWSTONE_TOKEN, for example https://node.example:443'];
  }
  const isReadable = urls
    .map((url) => URL.parse(url))
    .some((url) => url?.protocol === 'http:' && !isLoopbackHost(url.hostname));
  return [
    ...(rpcUrls === undefined
      ? ['must be set together with SOLANA_RPC_URL: the sandbox has no such stream']
      : []),
    ...(token !== undefined && isReadable
      ? ['must begin with https:// when YELLOWSTONE_TOKEN is set: others could read the token']
      : []),
  ];
}

/** A store of the clips that is half set: a bucket without its keys, and what says nothing without a bucket. */
function listStoreFaults(
  env: Partial<Record<(typeof storeVariables)[number], string | undefined>>,
): { path: string; message: string }[] {
  const named = storeVariables.filter((name) => env[name] !== undefined);
  if (named.length === 0) return [];
  const needed = ['CLIPS_S3_BUCKET', 'CLIPS_S3_KEY', 'CLIPS_S3_SECRET'] as const;
  const message = `must be set together with ${named.join(' and ')}`;
  return needed.filter((name) => env[name] === undefined).map((path) => ({ path, message }));
}

/** Whether a host name or address only reaches this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
