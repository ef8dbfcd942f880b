import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { publicLimits } from '#server/app/limits/limits.ts';
import { ConfigError, readConfig, readEnvironment, withSecretsFromFiles } from './config.ts';
import { environmentSchema } from './environment-schema.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const documented = new Map(
  [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
);

const trust = (TRUST_PROXY: string) => () => readConfig({ TRUST_PROXY });
const readTokens = (TOKENS: string) => readConfig({ TOKENS }).tokens;

describe('configuration', () => {
  test('.env.example names every variable that is read, and no other', () => {
    expect([...documented.keys()].toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  });

  test.each(['BACKUP_DIR', 'BACKUP_S3_PREFIX'])(
    'every value that .env.example shows is accepted, of the two places of back-ups one: without %s',
    (other) => {
      expect(() => readConfig({ ...Object.fromEntries(documented), [other]: '' })).not.toThrow();
    },
  );

  test('the values that .env.example sets are the defaults', () => {
    const set = Object.fromEntries(
      [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map((m) => [m[1], m[2]]),
    );
    expect(readConfig(set)).toEqual(readConfig({}));
  });

  test('a file of settings that cannot be read is named', () => {
    expect(() => readEnvironment(tmpdir())).toThrow(new ConfigError(`The file ${tmpdir()} cannot be read.`));
  });

  test('a file that would be read otherwise than it is written stops the start, and nothing of it is taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brava-config-'));
    const file = join(folder, '.env');
    await writeFile(file, 'SOCIAL_URL=https://social.example/#brava\nBACKUP_DRI=/mnt/disk\n');
    expect(() => readEnvironment(file)).toThrow(
      /^Please correct these settings[^]*\n {2}SOCIAL_URL: a # begins[^]*\n {2}BACKUP_DRI: no setting/,
    );
    expect(process.env['BACKUP_DRI']).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  test('every problem is named at once, with what the value should be', () => {
    const wrong = { PORT: 'x', PUBLIC_URL: 'nowhere', SOLANA_RPC_URL: 'http://a', MASTER_SEED: 'one two' };
    const start = () => readConfig(wrong);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(
      /PORT: must be a port[^]*PUBLIC_URL: must be a web address[^]*MASTER_SEED: must be 24/,
    );
  });

  test('what is missing beside a setting is named together with one that is wrong', () => {
    const wrong = {
      LOG_LEVEL: 'loud',
      HOST: '0.0.0.0',
      SMTP_FROM: 'brava@brava.example',
      SOLANA_NETWORK: 'foo',
    };
    const { error } = environmentSchema.safeParse(wrong);
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(
      new Set(['LOG_LEVEL', 'PUBLIC_URL', 'ALARM_MAIL_TO', 'SMTP_URL', 'SOLANA_NETWORK']),
    );
  });

  test.each([...documented.keys()])('whatever %s holds, what is wrong is told in our words', (name) => {
    for (const value of ['?', '0', '-1', '1.5', '99999999', 'a b', 'hooks.example/key', 'http://', '%']) {
      const { error } = environmentSchema.safeParse({ [name]: value });
      for (const { message } of error?.issues ?? []) expect(message).toMatch(/^(must|has no part) /);
    }
  });

  test.each([...documented].filter(([name]) => /(_URL|PORT)$/.test(name)))(
    'whoever writes a wrong %s is shown the one of .env.example',
    (name, shown) => {
      const issues = environmentSchema.safeParse({ [name]: '%' }).error?.issues ?? [];
      const own = issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
      expect(own).not.toEqual([]);
      for (const message of own) expect(/for example ([^\s;]+)/.exec(message)?.[1] ?? shown).toBe(shown);
    },
  );

  test.each([
    ['DATABASE_CONNECTIONS', 'a whole number from 1 to 1000000'],
    ['SHED_OPEN_DONATIONS', 'a whole number from 1 to 10000000'],
    ['PORT', 'a port from 1 to 65535'],
    ['SANDBOX_PORT', 'a port from 1 to 65534'],
  ])('a number out of bounds is told the bounds: %s', (name, bounds) => {
    for (const value of ['0', '1.5', '99999999', 'x'])
      expect(() => readConfig({ [name]: value })).toThrow(`${name}: must be ${bounds}, for example`);
  });

  test('each proxy that is refused is named, and named once', () => {
    const start = trust('0.0.0.0/1,10.0.0.0/8,128.0.0.0/1');
    expect(start).toThrow(
      /TRUST_PROXY: [^\n]* 0\.0\.0\.0\/1 is [^\n]*\n {2}TRUST_PROXY: [^\n]* 128\.0\.0\.0\/1 is [^\n]*$/,
    );
    expect(start).not.toThrow(/: 10\.0\.0\.0\/8 is/);
    expect(trust('proxy-1,proxy-2')).toThrow(
      new ConfigError(
        'Please correct these settings (see .env.example):\n  TRUST_PROXY: must be addresses or CIDRs',
      ),
    );
  });

  test('a currency beside SOL needs its source, and marks that a price can keep to', () => {
    const whole = {
      FIAT_CURRENCY: 'EUR',
      FIAT_PRICE_URL: 'https://prices.example/sol?key=x',
      FIAT_PRICE_PATH: 'solana.eur',
    };
    expect(readConfig({}).fiat).toBeNull();
    const { settings, url } = readConfig({ ...whole, FIAT_PRICE_EVERY_SECONDS: '600' }).fiat ?? {};
    expect(settings).toEqual({
      currency: 'EUR',
      everyMs: 600_000,
      staleMs: 3_000_000,
      hiddenMs: 6_000_000,
    });
    expect(JSON.stringify({ url })).toBe('{"url":"[secret]"}');
    for (const [changed, words] of [
      [{ FIAT_PRICE_URL: '' }, /FIAT_PRICE_URL: must be set together with FIAT_CURRENCY and FIAT_PRICE_PATH/],
      [{ FIAT_CURRENCY: 'eur' }, /FIAT_CURRENCY: must be a currency by ISO 4217/],
      [{ FIAT_PRICE_PATH: 'a..b' }, /FIAT_PRICE_PATH: must be names with dots/],
      [{ FIAT_PRICE_URL: 'ftp://x' }, /FIAT_PRICE_URL: must be a web address/],
      [{ FIAT_PRICE_EVERY_SECONDS: '1' }, /FIAT_PRICE_EVERY_SECONDS: must be at least 10 seconds/],
      [{ FIAT_PRICE_STALE_SECONDS: '100' }, /FIAT_PRICE_STALE_SECONDS: must be at least twice/],
      [{ FIAT_PRICE_HIDDEN_SECONDS: '300' }, /FIAT_PRICE_HIDDEN_SECONDS: must be longer/],
    ] as const) {
      expect(() => readConfig({ ...whole, ...changed })).toThrow(words);
    }
  });

  test('who is told of trouble is set as a whole, and no password of it is ever printed', () => {
    const mail = { ALARM_MAIL_TO: 'you@example.com, them@example.com', SMTP_FROM: 'Brava <b@example.com>' };
    const whole = {
      ...mail,
      SMTP_URL: 'smtp://me%40example.com:p%40ss@mail.example',
      ALARM_WEBHOOK_URL: 'https://h.example/k',
    };
    const { alarms } = readConfig(whole);
    expect(alarms.mail).toMatchObject({
      to: ['you@example.com', 'them@example.com'],
      server: {
        host: 'mail.example',
        port: 587,
        isTls: false,
        isLoopback: false,
        login: { user: 'me@example.com' },
      },
    });
    expect(alarms.mail?.server.login?.password.reveal()).toBe('p@ss');
    expect(inspect(alarms, { depth: 9 }) + JSON.stringify(alarms)).not.toMatch(/p@ss|p%40ss|h\.example/);
    expect(readConfig({ ...mail, SMTP_URL: 'smtps://[::1]' }).alarms.mail?.server).toMatchObject({
      host: '::1',
      port: 465,
      isTls: true,
      isLoopback: true,
      login: null,
    });
    expect(readConfig({}).alarms).toEqual({ webhookUrl: null, mail: null });
    for (const [wrong, says] of [
      [mail, /SMTP_URL: must be set together with ALARM_MAIL_TO and SMTP_FROM/],
      [{ SMTP_FROM: 'b@example.com' }, /ALARM_MAIL_TO: must be set together/],
      [{ ...whole, SMTP_URL: 'mail.example:587' }, /SMTP_URL: must be like smtps:/],
      [{ ...whole, SMTP_URL: 'smtp://mail.example?pool=true' }, /SMTP_URL: must be like/],
      [{ ...whole, SMTP_URL: 'smtp://user@mail.example' }, /SMTP_URL: must be like/],
      [{ ...whole, SMTP_FROM: 'b@example.com\r\nBcc: x@example.com' }, /SMTP_FROM: must be a mail address/],
      [{ ...whole, ALARM_MAIL_TO: 'you' }, /ALARM_MAIL_TO: must be mail addresses/],
      [{ ALARM_WEBHOOK_URL: 'ftp://h.example' }, /ALARM_WEBHOOK_URL: must be a web address/],
      [{ ALARM_WEBHOOK_URL: 'https://a:b@h.example' }, /ALARM_WEBHOOK_URL: must not hold a user/],
    ] as const)
      expect(() => readConfig(wrong)).toThrow(says);
  });

  test('tokens are listed with mint and decimals, each once, and SOL is none of them', () => {
    const mint = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
    expect(readTokens(`USDC:${mint}:6`)).toEqual([
      { symbol: 'USDC', mint, decimals: 6, minimumUnits: 1_000_000n },
    ]);
    expect(readTokens(`USDC:${mint}:6:0.5`)[0]?.minimumUnits).toBe(500_000n);
    expect(readTokens('')).toEqual([]);
    for (const [wrong, words] of [
      [`USDC:${mint}`, /TOKENS: must be a list of SYMBOL:mint:decimals/],
      [`USDC:nowhere:6`, /TOKENS: USDC: nowhere is no address/],
      [`USDC:${mint}:6:0`, /TOKENS: USDC: the minimum must be above 0/],
      [`USDC:${mint}:19`, /TOKENS: USDC: at most 18 decimals/],
      [`A:${mint}:6,B:${mint}:6`, /TOKENS: each symbol and each mint once/],
      ['W:So11111111111111111111111111111111111111112:9', /TOKENS: W: this is SOL/],
    ] as const)
      expect(() => readTokens(wrong)).toThrow(words);
  });

  test('an RPC node without its socket address is refused', () => {
    expect(() => readConfig({ SOLANA_RPC_URL: 'http://node.example' })).toThrow(
      /SOLANA_WS_URL: must be set together/,
    );
  });

  const chainNode = { SOLANA_RPC_URL: 'http://node.example', SOLANA_WS_URL: 'ws://node.example' };

  test.each([
    [{ YELLOWSTONE_TOKEN: 'hush' }, /YELLOWSTONE_URL: must be set together with YELLOWSTONE_TOKEN/],
    [
      { YELLOWSTONE_URL: 'https://node.example' },
      /YELLOWSTONE_URL: must be set together with SOLANA_RPC_URL/,
    ],
    [{ ...chainNode, YELLOWSTONE_URL: 'https://node.example/hush' }, /YELLOWSTONE_URL: must be a host alone/],
    [{ ...chainNode, YELLOWSTONE_URL: 'grpc://node.example' }, /YELLOWSTONE_URL: must be/],
    [{ ...chainNode, YELLOWSTONE_URL: 'node.example' }, /YELLOWSTONE_URL: must be/],
    [
      { ...chainNode, YELLOWSTONE_URL: 'http://node.example', YELLOWSTONE_TOKEN: 'hush' },
      /must begin with https/,
    ],
    [
      { ...chainNode, YELLOWSTONE_URL: 'https://node.example', YELLOWSTONE_TOKEN: 'hu sh' },
      /YELLOWSTONE_TOKEN: /,
    ],
  ])('a Yellowstone node that is half set or malformed is refused: %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  test('Yellowstone nodes are tried in turn, and their token is never printed', () => {
    const YELLOWSTONE_URL = 'https://one.example:10000, https://two.example';
    const config = readConfig({ ...chainNode, YELLOWSTONE_URL, YELLOWSTONE_TOKEN: 'hush' });
    expect(config.yellowstone?.urls).toEqual(['https://one.example:10000', 'https://two.example']);
    expect(config.yellowstone?.token?.reveal()).toBe('hush');
    expect(JSON.stringify(config)).not.toContain('hush');
    expect(readConfig(chainNode).yellowstone).toBeNull();
  });

  test.each([
    'https://brava.example/tips',
    'https://me:hush@brava.example',
    'https://brava.example/?a=1',
    'https://brava.example/#a',
  ])('a public address that is more than an origin is refused: %s', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(
      'PUBLIC_URL: must be an origin alone, for example https://brava.example',
    );
    expect(readConfig({ PUBLIC_URL: 'https://brava.example/' }).publicUrl).toBe('https://brava.example');
  });

  test('metrics are refused on the port of the pages', () => {
    expect(() => readConfig({ PORT: '3100', METRICS_PORT: '3100' })).toThrow(
      'METRICS_PORT: must be another port than PORT',
    );
    expect(readConfig({ PORT: '3100', METRICS_PORT: '3101' }).metrics?.port).toBe(3101);
  });

  test.each(['PORT', 'METRICS_PORT'])(
    '%s is refused on the ports of the sandbox, where one is run',
    (name) => {
      for (const port of ['8899', '8900'])
        expect(() => readConfig({ [name]: port })).toThrow(
          `${name}: must be another port than those of the sandbox`,
        );
      expect(() => readConfig({ [name]: '8901' })).not.toThrow();
      const nodes = { SOLANA_RPC_URL: 'https://node.example', SOLANA_WS_URL: 'wss://node.example' };
      expect(() => readConfig({ [name]: '8899', ...nodes })).not.toThrow();
      expect(() => readConfig({ [name]: '8899', SANDBOX_URL: 'http://127.0.0.1:8899' })).not.toThrow();
    },
  );

  test('listening for the world needs a public address', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/PUBLIC_URL: must be set/);
  });

  test('limits are generous only while nobody from outside can come', () => {
    expect(readConfig({}).openDonationCaps).toEqual({ perLink: 10_000, perCreator: 10_000 });
    expect(readConfig({ PUBLIC_URL: 'https://brava.example' }).openDonationCaps).toEqual({
      perLink: 300,
      perCreator: 10,
    });
  });

  test('a limit changes in the parts that are named, and the others keep their defaults', () => {
    const { login, read } = readConfig({ LIMIT_LOGIN: 'account=3/30s, all=9/24h', LIMIT_READ: '' }).limits;
    expect(login).toEqual({
      address: { max: 20, windowMs: 300_000 },
      account: { max: 3, windowMs: 30_000 },
      all: { max: 9, windowMs: 86_400_000 },
    });
    expect(read).toEqual(publicLimits.read);
  });

  test.each(['addres=1/1m', 'address=0/1m', 'address=5', 'address=5/1d', 'address=5/25h', 'account=5/1m'])(
    'a limit that cannot be is refused with one that can: %s',
    (text) => {
      expect(() => readConfig({ LIMIT_REGISTER: text })).toThrow(
        /LIMIT_REGISTER: has no part .*: it must be like address=10\/1h,all=1000\/1h/,
      );
    },
  );

  test.each([
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1',
    '10.0.0.1,128.0.0.0/2',
    '126.0.0.0/7',
    '2000::/3',
    'fc00::/6',
    '::ffff:0.0.0.0/96',
    '::ffff:10.0.0.0/103',
    '0:0:0:0:0:ffff:0:0/96',
    '0000::FFFF:0:0/97',
    '0::/64',
    '::1/8',
  ])('a proxy that would be everybody is refused, however it is written: %s', (ranges) => {
    expect(() => readConfig({ TRUST_PROXY: ranges })).toThrow(/TRUST_PROXY: must name your proxies alone/);
  });

  test('proxies are addresses and networks of one’s own', () => {
    const TRUST_PROXY =
      '127.0.0.1, 10.0.0.0/8, 0.0.0.0/8, 172.29.83.0/24, ::1, fc00::/7, fe80::/10, ::ffff:10.0.0.0/104, 0:0:0:0:0:ffff:a00:1';
    expect(readConfig({ TRUST_PROXY }).trustProxy).toHaveLength(9);
  });

  test('what a proxy hands on is capped strictly on a loopback address too', () => {
    const { strictDonationCaps, clips } = readConfig({});
    expect(strictDonationCaps).toEqual({ perLink: 300, perCreator: 10 });
    expect([clips.quota.unclaimedPerAddress, clips.strictQuota.unclaimedPerAddress]).toEqual([10_000, 10]);
  });

  test('a secret may lie in a file, and one that cannot be read stops the start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brava-config-'));
    const file = join(folder, 'url');
    await writeFile(file, 'postgresql://brava:hush@database:5432/brava\n');
    const environment = withSecretsFromFiles({ DATABASE_URL_FILE: file, SEED_PASSPHRASE_FILE: '' });
    expect(readConfig(environment).databaseUrl).toBe('postgresql://brava:hush@database:5432/brava');
    await rm(file);
    expect(() => withSecretsFromFiles({ DATABASE_URL_FILE: file })).toThrow(
      'of DATABASE_URL_FILE cannot be read: there is none. Put it there, or correct the path.',
    );
    expect(() => withSecretsFromFiles({ SMTP_URL_FILE: folder })).toThrow(
      'of SMTP_URL_FILE cannot be read: it is a folder. Name the file in it.',
    );
    await rm(folder, { recursive: true });
  });

  test('a server behind a proxy serves on for a while when it ends, one for trying out ends at once', () => {
    expect(readConfig({}).stopGraceMs).toBe(0);
    expect(readConfig({ PUBLIC_URL: 'https://brava.example' }).stopGraceMs).toBe(3000);
    expect(() => readConfig({ STOP_GRACE_SECONDS: '20' })).toThrow(/STOP_GRACE_SECONDS: /);
  });

  test('a seed in the environment is never printed', () => {
    const seed = `${'abandon '.repeat(23)}art`;
    expect(JSON.stringify(readConfig({ MASTER_SEED: seed }))).not.toContain('abandon');
  });

  test('back-ups go to the data folder once a day, or under a prefix of their own into the store of the clips', () => {
    const { backups } = readConfig({ DATA_DIR: '/data' });
    expect(backups).toEqual({
      everyMs: 86_400_000,
      keep: { daily: 7, weekly: 4, monthly: 6 },
      place: { kind: 'folder', folder: '/data/backups', mayCreate: true },
    });
    expect(readConfig({ BACKUP_DIR: '/mnt/disk/brava' }).backups?.place).toEqual({
      kind: 'folder',
      folder: '/mnt/disk/brava',
      mayCreate: false,
    });
    expect(readConfig({ BACKUPS: 'off' }).backups).toBeNull();
    const store = { CLIPS_S3_BUCKET: 'b', CLIPS_S3_KEY: 'k', CLIPS_S3_SECRET: 'hush' };
    const place = readConfig({ ...store, BACKUP_S3_PREFIX: 'safe/' }).backups?.place;
    expect(place).toMatchObject({ kind: 'bucket', s3: { bucket: 'b', prefix: 'safe/' } });
    expect(JSON.stringify(place)).not.toContain('hush');
    for (const [wrong, words] of [
      [{ BACKUPS: 'yes' }, /BACKUPS: must be on or off/],
      [{ BACKUP_EVERY_HOURS: '0.5' }, /BACKUP_EVERY_HOURS: must be at least 1 hour/],
      [{ BACKUP_KEEP_DAILY: '-1' }, /BACKUP_KEEP_DAILY: must be a whole number from 0 to 366/],
      [{ BACKUP_S3_PREFIX: 'safe/' }, /BACKUP_S3_PREFIX: must be set together with CLIPS_S3_BUCKET/],
      [{ ...store, BACKUP_S3_PREFIX: 'clips/' }, /BACKUP_S3_PREFIX: must be another prefix/],
      [
        { ...store, BACKUP_S3_PREFIX: 'safe/', BACKUP_DIR: '/mnt' },
        /BACKUP_DIR: must be empty when BACKUP_S3_PREFIX is set/,
      ],
    ] as const)
      expect(() => readConfig(wrong)).toThrow(words);
  });

  test.each([
    [{ CLIPS_S3_ENDPOINT: 'https://s3.example' }, ['BUCKET', 'KEY', 'SECRET'], 'CLIPS_S3_ENDPOINT'],
    [{ CLIPS_S3_KEY: 'k' }, ['BUCKET', 'SECRET'], 'CLIPS_S3_KEY'],
    [{ CLIPS_S3_SECRET: 'hush' }, ['BUCKET', 'KEY'], 'CLIPS_S3_SECRET'],
    [{ CLIPS_S3_KEY: 'k', CLIPS_S3_SECRET: 'hush' }, ['BUCKET'], 'CLIPS_S3_KEY and CLIPS_S3_SECRET'],
    [{ CLIPS_S3_BUCKET: 'b', CLIPS_S3_KEY: 'k' }, ['SECRET'], 'CLIPS_S3_BUCKET and CLIPS_S3_KEY'],
  ])('a store of the clips that is half set is refused: %j', (half, missing, named) => {
    const complaints = missing.map((name) => `  CLIPS_S3_${name}: must be set together with ${named}`);
    expect(() => readConfig({ CLIPS_S3_REGION: 'eu-central-1', ...half })).toThrow(
      new ConfigError(['Please correct these settings (see .env.example):', ...complaints].join('\n')),
    );
  });

  test('a bucket for clips is used only with the keys to it, which are never printed', () => {
    expect(() => readConfig({ CLIPS_S3_BUCKET: 'b' })).toThrow(/CLIPS_S3_KEY: [^]*CLIPS_S3_SECRET: /);
    const config = readConfig({ CLIPS_S3_BUCKET: 'b', CLIPS_S3_KEY: 'k', CLIPS_S3_SECRET: 'hush' });
    expect(config.clips.s3).toMatchObject({ bucket: 'b', prefix: 'clips/', endpoint: null, pathStyle: true });
    expect(JSON.stringify(config)).not.toContain('hush');
  });
});
