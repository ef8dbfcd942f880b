import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getBase58Decoder } from '@solana/kit';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { createInstallation, runBrava, runProgram, type Run } from '#server/test/cli-fixture.ts';
import { lamportsOn, payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { freePort } from '#server/test/free-port.ts';
import { startMailServer } from '#server/test/stand-ins/mail-server.ts';
import { startPriceServer } from '#server/test/stand-ins/price-server.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { call, registerStreamer } from '#server/test/test-client.ts';
import { startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';
import { startYellowstoneServer } from '#server/test/yellowstone/yellowstone-server.ts';

const phrase = `${'abandon '.repeat(23)}art`;
// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let url: string;
const place = forFile(createInstallation);
beforeAll(async () => {
  ({ url } = await place.startServer());
});

async function paidDonation(amount: number): Promise<{ id: string; address: string; wallet: string }> {
  const streamer = await registerStreamer(url);
  const { id, walletAddress } = await call(url, 'createDonation', {
    body: { linkCode: streamer.donationLink },
  });
  await call(url, 'sandboxPay', { body: { donationId: id, amount } });
  return { id, address: walletAddress, wallet: streamer.user.walletAddress };
}

/** The sandbox's own token, at its minimum. */
async function paidInToken(): Promise<{ id: string; address: string }> {
  const { token, donationLink } = await registerStreamer(url);
  const mint = (await call(url, 'myTokens', { token })).data[0]?.mint ?? '';
  await call(url, 'changeToken', { token, params: { mint }, body: { isOn: true } });
  const { id, walletAddress } = await call(url, 'createDonation', {
    body: { linkCode: donationLink, token: mint },
  });
  await call(url, 'sandboxPay', { body: { donationId: id } });
  return { id, address: walletAddress };
}

function examine(changed: Record<string, string>): Promise<Run> {
  return runBrava(['doctor'], { ...place.environment(), ...changed });
}

/** As beside a server that once had a chain of its own, which nobody may start again. */
async function elsewhere(sandboxUrl: string): Promise<Record<string, string>> {
  const { SOLANA_RPC_URL: _rpc, SOLANA_WS_URL: _ws, ...own } = place.environment();
  const dataDir = join(place.folder, 'once with a chain');
  await mkdir(join(dataDir, 'sandbox'), { recursive: true });
  const sandboxPort = await freePort();
  return { ...own, DATA_DIR: dataDir, SANDBOX_PORT: String(sandboxPort), SANDBOX_URL: sandboxUrl };
}

async function untilSwept(id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await place.query(`select 1 from donations where id = '${id}' and swept_at is not null
        and not exists (select 1 from sweep_jobs where donation_id = '${id}')
        and not exists (select 1 from token_sweep_jobs where donation_id = '${id}')`);
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 100 },
  );
}

describe('brava', () => {
  test('tells how each command is called, also where nothing is configured', async () => {
    const { out } = await runBrava([], { PORT: 'not a port' });
    const names = [...out.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1] ?? '');
    expect(names).toEqual(
      expect.arrayContaining([
        'doctor',
        'reconcile',
        'rescan',
        'backup',
        'restore',
        'recover',
        'rescue-token',
        'user',
        'seed',
      ]),
    );
    const runs = await Promise.all(names.map((name) => runBrava([name, '--help'], { PORT: 'not a port' })));
    for (const [index, run] of runs.entries()) {
      expect(run).toMatchObject({
        code: 0,
        out: expect.stringContaining(`npm run brava -- ${names[index]}`),
      });
    }
  });

  test('a command that is mistyped ends with 2 and shows what there is', async () => {
    const run = await runBrava(['recovr'], {});
    expect(run).toMatchObject({ code: 2, err: expect.stringMatching(/no command "recovr"[^]*recover/) });
    const mistyped = [
      ['doctor', '--loud'],
      ['doctor', 'now'],
      ['rescan'],
      ['user', 'reset'],
      ['seed', 'shw'],
    ];
    for (const { code, err } of await Promise.all(mistyped.map((args) => runBrava(args, {})))) {
      expect(code).toBe(2);
      expect(err).not.toMatch(/ at .*:\d+/);
    }
  });

  test('settings that are wrong are named, and nothing runs', async () => {
    const run = await runBrava(['doctor'], { PORT: 'x' });
    expect(run).toMatchObject({ code: 1, err: expect.stringMatching(/^Please [^]*PORT: must be a port/) });
    const server = await runProgram(['server/main.ts'], { PORT: 'x' });
    expect(server).toMatchObject({ code: 1, err: expect.stringMatching(/^\nBrava did not start\. Please /) });
  });

  test('a name with a slip is said by doctor and at the start, also by one that then ends for want of a folder', async () => {
    const slip = { ALARM_WEBHOK_URL: 'https://hooks.example' };
    expect((await examine(slip)).out).toMatch(
      /! warning +No setting is called ALARM_WEBHOK_URL, and it does nothing\. Did you mean ALARM_WEBHOOK_URL\?\n +→ Correct/,
    );
    const folder = join(place.folder, 'a-file');
    await writeFile(folder, '');
    const server = await runProgram(['server/main.ts'], {
      ...slip,
      DATA_DIR: process.platform === 'linux' ? '/proc/brava' : folder,
      SEED_FILE: join(place.folder, 'new', 'seed'),
      SANDBOX_PORT: String(await freePort()),
    });
    expect(server).toMatchObject({
      code: 1,
      err: expect.stringMatching(/"No setting is called ALARM_WEBHOK_URL, [^]*\/postgres is no folder, or /),
    });
  });

  test('what is no address is named', async () => {
    for (const args of [['4zMM'], ['11111111111111111111111111111111', '4zMM']]) {
      const run = await runBrava(['rescue-token', ...args], {});
      expect(run).toMatchObject({ code: 2, err: '"4zMM" is not a Solana address. See --help.\n' });
    }
  });

  test('where nothing is yet, no command speaks of data, and none makes any', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brava-none-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const environment = { DATA_DIR: join(folder, 'data'), SEED_FILE: join(folder, 'keys', 'seed') };
    for (const args of [['fee-payer'], ['alarm', 'secret'], ['recover', '--dry-run']])
      expect(await runBrava(args, environment)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^There is no master seed in \S+\. If there was one/),
      });
    expect(await runBrava(['backups'], environment)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  test('pay says how it is called to whoever asks', async () => {
    for (const option of ['--help', '-h']) {
      const run = await runProgram(['cli/pay.ts', option], { PORT: 'x' });
      expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: npm run pay/), err: '' });
    }
  });
});

describe('reconcile and rescan beside a running server', () => {
  test('books and chain agree while money comes and goes', async () => {
    const { id } = await paidDonation(0.01);
    const early = await place.run('reconcile');
    expect(early.code, early.out).toBe(0);
    await untilSwept(id);
    const late = await place.run('reconcile');
    expect(late).toMatchObject({ code: 0, out: expect.stringMatching(/Books and chain agree/) });
  });

  test('an amount that was tampered with is named by its address, and nothing is changed', async () => {
    const { id, address } = await paidDonation(0.02);
    await untilSwept(id);
    const at = `where address = '${address}' and lamports > 0`;
    await place.query(`update chain_entries set lamports = lamports + 1 ${at}`);
    const run = await place.run('reconcile');
    expect(run.code).toBe(1);
    expect(run.out).toMatch(
      new RegExp(`1 address differs:\\n  ${address} .*books say 1 lamports, the chain 0`),
    );
    await place.query(`update chain_entries set lamports = lamports - 1 ${at}`);
    expect(await place.run('reconcile')).toMatchObject({ code: 0 });
  });

  test('transactions that the books lost are found again by rescan', async () => {
    const { id, address } = await paidDonation(0.03);
    await untilSwept(id);
    const before = await place.query(
      `select count(*)::int as n from chain_entries where address = '${address}'`,
    );
    await place.query(`delete from chain_entries where address = '${address}'`);
    const run = await place.run('rescan', '--address', address);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('2 transactions recorded') });
    expect(
      await place.query(`select count(*)::int as n from chain_entries where address = '${address}'`),
    ).toEqual(before);
    const nothing = await place.run('rescan', '--all');
    expect(nothing).toMatchObject({ code: 0, out: expect.stringContaining('the books lacked nothing') });
    expect(await place.run('rescan', '--user', 'nobody')).toMatchObject({ code: 1 });
  });

  test('a transfer that never was, in books that lost the true one, is no longer named once rescan has read it', async () => {
    const { id, address } = await paidDonation(0.02);
    await untilSwept(id);
    const standing = async () => {
      const [row] = await place.query(`select transfer_signature as named,
          (select array_agg(signature || case when dropped then ' dropped' else '' end order by dropped, signature)
           from chain_entries where address = d.address and lamports < 0) as outflows
        from donations d where id = '${id}'`);
      return row;
    };
    const truth = await standing();
    const untrue = getBase58Decoder().decode(randomBytes(64));
    for (const [table, column] of [
      ['chain_entries', 'signature'],
      ['sweeps', 'signature'],
      ['donations', 'transfer_signature'],
    ])
      await place.query(
        `update ${table} set ${column} = '${untrue}' where ${column} = '${truth?.['named']}'`,
      );
    expect(await standing()).toEqual({ named: untrue, outflows: [untrue] });
    // Against what was final two nodes are believed, an only one is not: the same one by two names.
    const { port } = new URL(place.sandbox.url);
    const SOLANA_RPC_URL = [place.sandbox.url, `http://localhost:${port}`].join();
    const run = await runBrava(['rescan', '--address', address], { ...place.environment(), SOLANA_RPC_URL });
    expect(run).toMatchObject({ code: 0 });
    const mended = { ...truth, outflows: [truth?.['named'], `${untrue} dropped`] };
    await vi.waitFor(async () => expect(await standing()).toEqual(mended), {
      timeout: 20_000,
      interval: 100,
    });
  });

  test('a change that was put off is looked at as soon as rescan has recorded it', async () => {
    const { id, address } = await paidDonation(0.01);
    await untilSwept(id);
    const soon = `now() + interval '4 minutes'`;
    await place.query(
      `update watches set look_slot = 1, look_since = now() - interval '20 minutes', look_at = ${soon}, next_read_at = ${soon}
       where donation_id = '${id}'`,
    );
    expect(await place.run('rescan', '--address', address)).toMatchObject({ code: 0 });
    await vi.waitFor(
      async () =>
        expect(await place.query(`select look_since from watches where donation_id = '${id}'`)).toEqual([
          { look_since: null },
        ]),
      { timeout: 10_000, interval: 100 },
    );
  });

  test('no command believes a chain that is not the one of the books', async () => {
    const streamer = await registerStreamer(url);
    const { id, walletAddress: address } = await call(url, 'createDonation', {
      body: { linkCode: streamer.donationLink },
    });
    const other = await startSandbox({ slotMs: 20, finalizedLag: 6 });
    onTestFinished(() => other.stop());
    await payFromFaucet(other.url, address, 300_000_000);
    await vi.waitFor(async () => {
      const value = await lamportsOn(other.url, address, 'finalized');
      expect(value).toBe(300_000_000);
    }, 10_000);
    for (const args of [['rescan', '--address', address], ['reconcile'], ['rescue-token', address]]) {
      const run = await runBrava(args, { ...place.environment(), SOLANA_RPC_URL: other.url });
      expect(run, args[0]).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /another Solana network[^]*nothing was recorded or moved[^]*recover --rpc/,
        ),
      });
    }
    expect(await place.query(`select 1 from chain_entries where address = '${address}'`)).toEqual([]);
    expect(await place.query(`select status from donations where id = '${id}'`)).toEqual([
      { status: 'PENDING' },
    ]);
  });

  test('a donation in a token that the books hold for expired is mended by rescan', async () => {
    const { id, address } = await paidInToken();
    await untilSwept(id);
    // As after a restore: what came and went since is in no book, and the account is empty as it was.
    await place.query(`with lost as (delete from token_entries where donation_id = '${id}'),
      sent as (delete from token_sweeps where donation_id = '${id}'),
      shown as (delete from alerts where donation_id = '${id}')
      update donations set paid_at = null, shown_at = null, settled_how = null, swept_at = null,
        transfer_signature = null, received_units = 0, expired_at = now() where id = '${id}'`);
    const statusOf = `select status, received_units from donations where id = '${id}'`;
    expect(await place.query(statusOf)).toEqual([{ status: 'EXPIRED', received_units: '0' }]);
    const run = await place.run('rescan', '--address', address);
    expect(run.code, run.err).toBe(0);
    expect(run.out).toMatch(new RegExp(`${address}: \\d+ transactions recorded`));
    const [mended] = await place.query(statusOf);
    expect(mended).toMatchObject({ status: 'RECEIVED', received_units: '1000000' });
    await untilSwept(id);
    const [{ account } = {}] = await place.query(
      `select token_account as account from donations where id = '${id}'`,
    );
    // As `reconcile` names it.
    const nothing = await place.run('rescan', '--address', String(account));
    expect(nothing).toMatchObject({ code: 0, out: expect.stringContaining('the books lacked nothing') });
  });
});

describe('with a sandbox that runs elsewhere (SANDBOX_URL)', () => {
  test('commands and pay ask that one', async () => {
    const environment = await elsewhere(place.sandbox.url);
    const { id, address } = await paidDonation(0.01);
    await untilSwept(id);
    const rescan = await runBrava(['rescan', '--address', address], environment);
    expect(rescan).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('the books lacked nothing'),
    });
    const doctor = await runBrava(['doctor'], environment);
    expect(doctor.code, doctor.out).toBe(0);
    expect(doctor.out).toContain(`Node ${new URL(place.sandbox.url).host} is healthy`);
    expect(doctor.out).not.toContain(environment['SANDBOX_PORT']);
    const payee = freshAddress();
    expect(await runProgram(['cli/pay.ts', payee, '0.25'], environment)).toMatchObject({ code: 0, err: '' });
    await vi.waitFor(async () => expect(await place.balanceOf(payee)).toBe(250_000_000n), 10_000);
    expect(await runProgram(['cli/pay.ts', freshAddress(), '0.0005'], environment)).toMatchObject({
      code: 1,
      err: 'That is too little: an address that holds nothing takes about 0.0009 SOL at first.\n',
    });
  });

  test('where it does not answer that is said, and no other chain is started', async () => {
    const environment = await elsewhere('http://127.0.0.1:1');
    expect(await runBrava(['rescan', '--all'], environment)).toMatchObject({
      code: 1,
      err: 'No sandbox answers at http://127.0.0.1:1. Start it (npm run sandbox), or correct SANDBOX_URL.\n',
    });
    const doctor = await runBrava(['doctor'], environment);
    expect(doctor).toMatchObject({
      code: 1,
      out: expect.stringMatching(/PROBLEM.*Node 127\.0\.0\.1:1 could not be checked/),
    });
    expect(doctor.out).not.toContain('it runs with the server');
    expect(await runProgram(['cli/pay.ts', freshAddress(), '0.25'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No answer from 127.0.0.1:1.'),
    });
  });
});

test.each([
  [
    'that does not answer',
    async (): Promise<string> => 'http://127.0.0.1:9/v2/secretkey?api-key=secretkey',
    'No answer from 127.0.0.1:9.\n',
  ],
  ['that has no faucet', startRefusingNode, /^The faucet at 127\.0\.0\.1:\d+ refused: /],
] as const)('pay names a node %s without the key in its address', async (_, startNode, words) => {
  const environment = { ...place.environment(), SOLANA_RPC_URL: await startNode() };
  const run = await runProgram(['cli/pay.ts', '11111111111111111111111111111111', '1'], environment);
  expect(run).toMatchObject({ code: 1, err: expect.stringMatching(words) });
  expect(run.err).not.toMatch(/secretkey|sandbox/);
});

async function startRefusingNode(): Promise<string> {
  const node = createServer((_, response) => void response.writeHead(403).end());
  return `http://127.0.0.1:${(await listen(node)).port}/v2/secretkey?api-key=secretkey`;
}

describe('doctor', () => {
  test('finds nothing wrong with an installation that runs', async () => {
    const run = await examine({});
    expect(run.code, run.out).toBe(0);
    expect(run.out).not.toContain('PROBLEM');
    expect(run.out).toContain('is served by Brava');
    expect(run.out).toMatch(/ok .*Changes are heard from 127\.0\.0\.1:\d+ over WebSocket/);
  });

  test('asks the source of prices, and tells how old the newest price is', async () => {
    const source = await startPriceServer('151.204500');
    onTestFinished(() => source.close());
    onTestFinished(async () => void (await place.query('delete from sol_prices')));
    const settings = { FIAT_CURRENCY: 'EUR', FIAT_PRICE_URL: source.url, FIAT_PRICE_PATH: 'solana.eur' };
    await place.query(
      `insert into sol_prices (read_at, currency, digits, price_micros, good_until)
       values (now() - interval '3 hours', 'EUR', 2, 1, now())`,
    );
    const run = await examine(settings);
    expect(run.code, run.out).toBe(0);
    expect(run.out).toContain('127.0.0.1 says that 1 SOL is 151.204500 EUR');
    expect(run.out).toContain('! warning  The newest price in EUR is 3 h old and shown no more');
    const wrong = await examine({ ...settings, FIAT_PRICE_PATH: 'solana.gbp' });
    expect(wrong.out).toMatch(/warning.*gives no price of SOL: there is no number at FIAT_PRICE_PATH/);
    expect(run.out + wrong.out).not.toContain('not-for-logs');
  });

  test('says where the servers may open more connections than PostgreSQL takes', async () => {
    expect((await examine({})).out).toMatch(/ok .*1 server opens up to 23 connections; PostgreSQL takes \d+/);
    const run = await examine({ DATABASE_CONNECTIONS: '1000' });
    expect(run).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /warning.*1 server opens up to 1003 connections, and PostgreSQL takes \d+\n.*DATABASE_CONNECTIONS/,
      ),
    });
  });

  test('tells of a proxy that is not named, as long as it was seen lately', async () => {
    onTestFinished(async () => void (await place.query('delete from unknown_proxies')));
    await place.query("insert into unknown_proxies (peer, seen_at) values ('10.1.2.x', now())");
    const run = await examine({});
    expect(run).toMatchObject({
      code: 0,
      out: expect.stringMatching(/warning.*10\.1\.2\.x[^]*set TRUST_PROXY/),
    });
    await place.query("update unknown_proxies set seen_at = now() - interval '2 days'");
    expect((await examine({})).out).toContain('no proxy is trusted, and none was noticed');
  });

  test('finds that the folder for back-ups is not there, before the first one fails for it', async () => {
    const away = join(place.folder, 'not-mounted');
    expect(await examine({ BACKUP_DIR: away })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/PROBLEM.*No back-up can be made in .*not-mounted\n.*Is its disk mounted\?/),
    });
    await mkdir(away);
    expect((await examine({ BACKUP_DIR: away })).out).toContain(`ok       Back-ups go to ${away}`);
    expect((await examine({ BACKUPS: 'off' })).out).toContain('BACKUPS=off: no back-ups are made');
  });

  test('finds a file in the way of a data folder that is not there yet', async () => {
    const file = join(place.folder, 'in-the-way');
    await writeFile(file, '');
    const run = await examine({ DATA_DIR: join(file, 'data') });
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining(`PROBLEM  ${file} is no folder`) });
    const early = await examine({ DATA_DIR: join(place.folder, 'not', 'yet') });
    expect(early.out).toContain('not/yet is made at the first start');
    expect(early.out).toMatch(/GB free for .*not\/yet/);
  });

  test('promises no new seed for a database that was made with one', async () => {
    const run = await examine({ SEED_FILE: join(place.folder, 'no-seed') });
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/no-seed yet: the first start makes it, unless the database was made with one\n/);
    expect(run.out).toContain('PROBLEM  The database has no master seed');
  });

  test('finds a seed that others can read', async () => {
    await chmod(place.seedFile, 0o644);
    onTestFinished(() => chmod(place.seedFile, 0o600));
    const run = await examine({});
    expect(run).toMatchObject({ code: 1, out: expect.stringMatching(/PROBLEM.*seed[^]*chmod 600/) });
  });

  test('finds a seed of another installation', async () => {
    const run = await examine({ MASTER_SEED: phrase });
    expect(run).toMatchObject({ code: 1, out: expect.stringMatching(/PROBLEM.*another master seed/) });
  });

  test('finds a chain of another network, and clocks that differ', async () => {
    const other = await startSandbox({ slotMs: 20, now: () => Date.now() - 3_600_000 });
    onTestFinished(() => other.stop());
    const run = await examine({ SOLANA_RPC_URL: other.url });
    expect(run).toMatchObject({
      code: 1,
      out: expect.stringMatching(/PROBLEM.*differ by 3\d\d\d s[^]*PROBLEM.*another Solana network/),
    });
  });

  test('tells whether changes are heard over Yellowstone, and why not', async () => {
    const node = await startYellowstoneServer({ token: 'right' });
    onTestFinished(() => node.die());
    const slots = setInterval(() => node.tellSlot(7n), 20);
    onTestFinished(() => clearInterval(slots));
    const wrong = await examine({ YELLOWSTONE_URL: node.url, YELLOWSTONE_TOKEN: 'wrong' });
    expect(wrong).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /warning .*over Yellowstone gRPC: .*No valid auth token[^]*YELLOWSTONE_TOKEN/,
      ),
    });
    const right = await examine({ YELLOWSTONE_URL: node.url, YELLOWSTONE_TOKEN: 'right' });
    expect(right.out).toMatch(/ok .*Changes are heard from 127\.0\.0\.1:\d+ over Yellowstone gRPC/);
  });

  test('finds a node and a database that do not answer, and a port that somebody else has', async () => {
    const other = await listen(createServer((_, reply) => reply.end('hello')));
    const run = await examine({
      PORT: String(other.port),
      SOLANA_RPC_URL: `http://127.0.0.1:${other.port}`,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/PROBLEM.*used by another program/);
    expect(run.out).toMatch(/PROBLEM.*Node 127.0.0.1:\d+ could not be checked/);
    expect(run.out).toMatch(
      /PROBLEM.*database[^]*cannot be reached.*Does it run, and is the address right\?/i,
    );
  });

  test('says of a port where nobody answers that a server may hang there, not that it is another program', async () => {
    const hanging = await listen(createServer(() => undefined));
    const run = await examine({ PORT: String(hanging.port) });
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/PROBLEM.*is taken, and nothing answers there\n.*hangs or stands still/);
    expect(run.out).not.toContain('another program');
  });

  test('finds money that does not move and tells why', async () => {
    const { id } = await paidDonation(0.01);
    await untilSwept(id);
    await place.query(`insert into sweep_jobs (donation_id, next_attempt_at, attempts, last_error)
      values ('${id}', now() + interval '1 hour', 7, 'books_differ: 5 lamports')`);
    const address = `(select address from donations where id = '${id}')`;
    await place.query(
      `update chain_entries set block_time = block_time - interval '2 hours' where address = ${address}`,
    );
    // What has gone waits no more, whatever its job says.
    const gone = await examine({});
    expect(gone.out).not.toMatch(/the oldest for/);
    expect(gone.out).toMatch(/warning.*books_differ: 5 lamports/);
    await place.query(`delete from chain_entries where lamports < 0 and address = ${address}`);
    const run = await examine({});
    expect(run).toMatchObject({
      code: 1,
      out: expect.stringMatching(/PROBLEM.*wait to be passed on, the oldest for 2 h/),
    });
    await place.query(
      `update sweep_jobs set last_error = 'too_small: 5 lamports' where donation_id = '${id}'`,
    );
    const small = await examine({});
    expect(small.out).not.toMatch(/too_small|the oldest for/);
    expect(small.out).toContain('No money waits to be passed on');
  });

  test('finds tokens that do not move', async () => {
    const { id } = await paidDonation(0.01);
    await untilSwept(id);
    onTestFinished(async () => {
      await place.query(`delete from token_sweep_jobs where donation_id = '${id}'`);
      await place.query(`delete from token_entries where donation_id = '${id}'`);
    });
    await place.query(`insert into token_sweep_jobs (donation_id, next_attempt_at)
      values ('${id}', now() + interval '1 hour')`);
    await place.query(`insert into token_entries (donation_id, signature, slot, block_time, units, succeeded, finalized)
      values ('${id}', 'planted', 1, now() - interval '3 hours', 5, true, true)`);
    const run = await examine({});
    expect(run).toMatchObject({
      code: 1,
      out: expect.stringMatching(/PROBLEM.*tokens on 1 address wait to be passed on, the oldest for 3 h/),
    });
    expect(run.out).toContain('tokens on 1 address are being passed on');
  });
});

describe('seed', () => {
  test('shows the words to a terminal only', async () => {
    const err =
      'The words are shown on a terminal only: piped or redirected they would end up in a file or a log.\n';
    expect(await place.run('seed', 'show')).toEqual({ code: 1, out: '', err });
  });

  test('takes words that are piped in, once, and encrypts them with a passphrase', async () => {
    const seedFile = join(place.folder, 'other', 'seed');
    const plain = { SEED_FILE: seedFile };
    const wrong = await runBrava(['seed', 'import'], plain, 'abandon art');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('holds 2 words') });
    expect(await runBrava(['seed', 'import'], plain, `${phrase}\n`)).toMatchObject({ code: 0 });
    const again = await runBrava(['seed', 'import'], plain, phrase);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('never replaced') });

    const sealed = { ...plain, SEED_PASSPHRASE: 'correct horse' };
    expect(await runBrava(['seed', 'encrypt'], sealed)).toMatchObject({ code: 0 });
    expect(await readFile(seedFile, 'utf8')).not.toContain('abandon');
    const refused = await runBrava(['seed', 'decrypt'], { ...plain, SEED_PASSPHRASE: 'wrong horse' });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cannot be decrypted') });
    expect(await runBrava(['seed', 'decrypt'], sealed)).toMatchObject({ code: 0 });
    expect((await readFile(seedFile, 'utf8')).trim()).toBe(phrase);
  });
});

test('with the embedded database, commands share it with a server, and start it where none runs', async () => {
  const dataDir = join(place.folder, 'embedded');
  await mkdir(dataDir, { recursive: true });
  const { DATABASE_URL: _, ...rest } = place.environment();
  const environment = { ...rest, DATA_DIR: dataDir, SEED_FILE: join(dirname(place.seedFile), 'embedded') };
  const run = (...args: string[]) => runBrava(args, environment);
  const backup = join(place.folder, 'embedded.backup');

  const early = await run('backup', backup);
  expect(early).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no database .* If it was lost, start no server: bring it back/),
  });
  expect(await run('recover', '--gap', '5', '--users', '2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no master seed'),
  });
  await writeFile(environment.SEED_FILE, `${phrase}\n`, { mode: 0o600 });
  expect(await run('recover', '--gap', '5', '--users', '2')).toMatchObject({ code: 0 });

  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  for (const args of [['backup', backup], ['reconcile'], ['rescan', '--all']]) {
    const beside = await run(...args);
    expect(beside.err + beside.out).not.toContain('in use');
  }
  const refused = await run('recover');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\(process \d+\) is at work on .* Stop that one, and run this again/),
  });
  expect((await run('restore', backup)).code).toBe(1);
  await postgres.stop();

  await rm(backup);
  expect(await run('backup', backup)).toMatchObject({ code: 0 });
  expect(await run('restore', backup, '--gap', '5', '--users', '2')).toMatchObject({ code: 0 });
});

async function listen(server: Server): Promise<{ port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

describe('alarm', () => {
  test('tries every way by which the operator is told, and says what came of it', async () => {
    const hook = await startReceiver();
    const mail = await startMailServer();
    onTestFinished(async () => {
      await Promise.all([hook.close(), mail.close()]);
    });
    const ways = {
      ALARM_WEBHOOK_URL: `${hook.url}?key=very-secret`,
      ALARM_MAIL_TO: 'ops@example.com',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SMTP_FROM: 'brava@example.com',
    };
    const alarm = (act: string, changed: Record<string, string> = ways) =>
      runBrava(['alarm', act], { ...place.environment(), ...changed });
    const [good, secret, none, doctor] = await Promise.all([
      alarm('test'),
      alarm('secret'),
      alarm('test', {}),
      examine(ways),
    ]);
    expect(good).toMatchObject({
      code: 0,
      out: 'The webhook at 127.0.0.1 took the test.\nThe mail server 127.0.0.1 took the test.\n',
    });
    const [message] = hook.received;
    const headers = message?.headers as unknown as Record<string, string>;
    expect(new Webhook(secret.out.trim()).verify(message?.body ?? '', headers)).toMatchObject({
      type: 'test',
    });
    expect(mail.mails[0]?.content).toMatch(/Subject: Brava at .*: a test/);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('Nobody is told of trouble') });
    expect(doctor.out).toContain(
      'ok       Alarms go to the webhook at 127.0.0.1 and by mail to 1 address over 127.0.0.1',
    );

    await mail.close();
    hook.answer((response) => response.writeHead(403).end());
    const bad = await alarm('test');
    expect(bad).toMatchObject({ code: 1, err: '' });
    expect(bad.out).toMatch(/webhook at 127.0.0.1 did not take the test \(it answered 403\)\. .*right/);
    expect(bad.out).toMatch(/mail server 127.0.0.1 did not take the test\. It cannot be reached.*SMTP_URL/);
    expect(`${bad.out}${good.out}${doctor.out}`).not.toContain('very-secret');
  });
});
