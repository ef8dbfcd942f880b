import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createInstallation, runBrava, runProgram } from '#server/test/cli-fixture.ts';
import { startFaultProxy, type Exchange, type Reply } from '#server/test/faults/fault-proxy.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let restore: string[];
/** Given out after the back-up, and paid while the server is down. */
let later: string;

const place = forFile(createInstallation);
beforeAll(async () => {
  const file = join(place.folder, 'brava.backup');
  const brava = await place.startServer();
  const { donationLink } = await registerStreamer(brava.url);
  const backup = await place.run('backup', file);
  if (backup.code !== 0) throw new Error(backup.err);
  later = (await call(brava.url, 'createDonation', { body: { linkCode: donationLink } })).walletAddress;
  await brava.stop();
  await payFromFaucet(place.sandbox.url, later, 7_000_000);
  await untilPaid();
  restore = ['restore', file, '--replace', '--yes', '--gap', '30', '--users', '3'];
});

const untilPaid = () => until(async () => expect(await place.balanceOf(later)).toBe(7_000_000n));

/** The environment with two nodes that answer some calls with something else. */
async function withNodes(instead: (exchange: Exchange) => Reply | null): Promise<Record<string, string>> {
  const nodes = await Promise.all([startFaultProxy(place.sandbox), startFaultProxy(place.sandbox)]);
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  for (const node of nodes)
    node.begin({
      answer: async (exchange) => instead(exchange) ?? { status: 200, body: await exchange.forward() },
    });
  return { ...place.environment(), SOLANA_RPC_URL: nodes.map(({ rpcUrl }) => rpcUrl).join(',') };
}

const unsearched = 'money that came after it has not been looked for to the end';

test('a restore that is killed while it looks for later money says before what to do, and doctor and server after', async () => {
  let isSearching = false;
  const environment = await withNodes(({ method }) => {
    if (method !== 'getMultipleAccounts') return null;
    isSearching = true;
    return 'silence';
  });
  const run = await runProgram(['cli/brava.ts', ...restore], environment, { killWhen: () => isSearching });
  expect(run.code).toBeNull();
  expect(run.err).toMatch(/Looking for money that came after it.*npm run brava -- recover\n/);

  const doctor = await place.run('doctor');
  expect(doctor).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✗ PROBLEM .*looked for[^]*-- recover/),
  });
  expect(doctor.out).toContain(unsearched);
  const lines: string[] = [];
  const log = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) });
  await (await place.startServer(pino({ level: 'warn' }, log))).stop();
  expect(lines.join('')).toContain(unsearched);
});

test.each([
  ['money', (_body: string) => true],
  ['tokens', (body: string) => !body.includes('"length":0')],
])(
  'a restore whose nodes fail when it looks for %s ends with what is missing and what to do',
  async (what, isIt) => {
    const environment = await withNodes(({ id, method, body }) =>
      method === 'getMultipleAccounts' && isIt(body)
        ? {
            status: 200,
            body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } }),
          }
        : null,
    );
    const run = await runBrava(restore, environment);
    expect(run.code, run.out + run.err).toBe(1);
    expect(run.err).toMatch(
      new RegExp(`\nThe back-up is restored, but ${what} that came after it may still lie.*-- recover\n$`),
    );
    expect(run.err).not.toMatch(/ at .*:\d+/);
    expect((await place.run('doctor')).out).toContain(unsearched);
  },
);

test('only a restore or a recovery that gets through ends the warning', async () => {
  const isMarked = async (): Promise<unknown> =>
    (await place.query('select unsearched_since is not null as it from installation'))[0]?.['it'];
  const recover = ['recover', '--gap', '30', '--users', '3'];
  const runs: [string[], boolean][] = [
    [[...restore, '--no-search'], true],
    [[...recover, '--dry-run'], true],
    [recover, false],
    [restore, false],
  ];
  for (const [args, expected] of runs) {
    const run = await place.run(...args);
    expect(run.code, run.out + run.err).toBe(0);
    expect(await isMarked(), args.join(' ')).toBe(expected);
  }
  expect((await place.run('doctor')).out).not.toContain(unsearched);
  expect(await place.balanceOf(later)).toBe(0n);
});
