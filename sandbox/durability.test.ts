import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Address, type Signature, createSolanaRpc, generateKeyPairSigner, lamports } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderInUse } from './open-database.ts';
import { startSandbox } from './start-sandbox.ts';

const connect = (url: string) => createSolanaRpc(url);
type Rpc = ReturnType<typeof connect>;
type Payment = { readonly signature: Signature; readonly address: Address; readonly amountLamports: bigint };

const ROUNDS = 4;
const slotOf = (rpc: Rpc) => rpc.getSlot({ commitment: 'processed' }).send();
let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await killHard(child);
  rmSync(folder, { recursive: true, force: true });
});

/** Forks the process as the server does; its folder is DATA_DIR/sandbox. */
async function forkSandbox(port: number): Promise<{ child: ChildProcess; rpc: Rpc }> {
  const env = { ...process.env, DATA_DIR: folder, SANDBOX_PORT: String(port), NODE_OPTIONS: '' };
  const child = fork(join(import.meta.dirname, 'main.ts'), { env, execArgv: [], silent: true });
  children.push(child);
  const [message] = (await once(child, 'message')) as [unknown];
  expect(message).toEqual({ ready: true, port });
  return { child, rpc: connect(`http://127.0.0.1:${port}`) };
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function findFreePort(): Promise<number> {
  const probe = await startSandbox();
  await probe.stop();
  return probe.port;
}

/** Pays again and again until the node dies; collects what it called confirmed, and the slots it showed. */
async function payUntilDead(rpc: Rpc, confirmed: Payment[]): Promise<bigint> {
  let newestSlot = 0n;
  const pending: Payment[] = [];
  try {
    for (;;) {
      const { address } = await generateKeyPairSigner();
      const amountLamports = 1_000_000_000n + BigInt(confirmed.length);
      const signature = await rpc.requestAirdrop(address, lamports(amountLamports)).send();
      pending.push({ signature, address, amountLamports });
      const asked = pending.slice(0, 200);
      const { context, value } = await rpc
        .getSignatureStatuses(asked.map((payment) => payment.signature))
        .send();
      newestSlot = context.slot > newestSlot ? context.slot : newestSlot;
      value.forEach((status, index) => {
        const payment = asked[index];
        if (payment === undefined || status === null || status.confirmationStatus === 'processed') return;
        pending.splice(pending.indexOf(payment), 1);
        confirmed.push(payment);
      });
    }
  } catch {
    return newestSlot;
  }
}

async function assertNothingLost(rpc: Rpc, confirmed: readonly Payment[]): Promise<void> {
  for (const { signature, address, amountLamports } of confirmed) {
    const { value } = await rpc.getBalance(address, { commitment: 'confirmed' }).send();
    expect(value).toBe(amountLamports);
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const;
    expect(await rpc.getTransaction(signature, config).send()).toMatchObject({ meta: { err: null } });
    const history = await rpc.getSignaturesForAddress(address, { commitment: 'confirmed' }).send();
    expect(history.map((entry) => entry.signature)).toEqual([signature]);
  }
}

describe('a killed sandbox', () => {
  it('has everything that it called confirmed, and its slot never goes back', async () => {
    const port = await findFreePort();
    const confirmed: Payment[] = [];
    let newestSlot = 0n;
    for (let round = 0; round < ROUNDS; round++) {
      const { child, rpc } = await forkSandbox(port);
      expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBeGreaterThanOrEqual(newestSlot);
      await assertNothingLost(rpc, confirmed);
      const before = confirmed.length;
      const paying = payUntilDead(rpc, confirmed);
      await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(before + round * 3), {
        timeout: 10_000,
      });
      await killHard(child);
      newestSlot = await paying;
    }
    const { rpc } = await forkSandbox(port);
    expect(confirmed.length).toBeGreaterThan(ROUNDS);
    await assertNothingLost(rpc, confirmed);
  });

  it('does not show an earlier slot afterwards, even when nothing ever happened', async () => {
    const port = await findFreePort();
    const first = await forkSandbox(port);
    await vi.waitFor(async () => expect(await slotOf(first.rpc)).toBeGreaterThan(2n), 5_000);
    const shown = await slotOf(first.rpc);
    await killHard(first.child);
    const second = await forkSandbox(port);
    expect(await slotOf(second.rpc)).toBeGreaterThanOrEqual(shown);
  });

  it('leaves the folder to the next one, which has the same genesis and faucet', async () => {
    const port = await findFreePort();
    const first = await forkSandbox(port);
    const genesisHash = await first.rpc.getGenesisHash().send();
    await killHard(first.child);
    const second = await forkSandbox(port);
    expect(await second.rpc.getGenesisHash().send()).toBe(genesisHash);
  });

  it('ignores a record that was torn in the middle', async () => {
    const options = { folder, slotMs: Number.POSITIVE_INFINITY };
    const port = await findFreePort();
    const { child, rpc } = await forkSandbox(port);
    const { address } = await generateKeyPairSigner();
    await rpc.requestAirdrop(address, lamports(1_000_000_000n)).send();
    await vi.waitFor(async () => {
      expect((await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value).toBe(1_000_000_000n);
    }, 5_000);
    await killHard(child);
    const log = join(folder, 'sandbox', 'chain.sqlite-wal');
    writeFileSync(log, Buffer.concat([readFileSync(log), Buffer.alloc(3_000, 0x5a)]));
    const again = await startSandbox({ ...options, folder: join(folder, 'sandbox') });
    const { value } = await connect(again.url).getBalance(address).send();
    expect(value).toBe(1_000_000_000n);
    await again.stop();
  });
});

describe('the process', () => {
  it('ends when the one that started it goes away', async () => {
    const { child } = await forkSandbox(await findFreePort());
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });

  it('ends quietly also where that one is gone before it can be told that the chain is ready', async () => {
    const port = await findFreePort();
    const gate = join(folder, 'still there');
    writeFileSync(gate, '');
    const holdBack = `import { existsSync } from 'node:fs';
      const { send } = process;
      process.send = (...told) => {
        while (existsSync(${JSON.stringify(gate)}));
        return send.apply(process, told);
      };`;
    const child = fork(join(import.meta.dirname, 'main.ts'), {
      env: { ...process.env, DATA_DIR: folder, SANDBOX_PORT: String(port), NODE_OPTIONS: '' },
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(holdBack)}`],
      silent: true,
    });
    children.push(child);
    const complaint = text(child.stderr ?? Readable.from([]));
    const exited = once(child, 'exit');
    await vi.waitFor(async () => {
      const socket = connectTcp(port, '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
    }, 20_000);
    child.disconnect();
    rmSync(gate);
    expect(await exited).toEqual([0, null]);
    expect(await complaint).toBe('');
  });

  it('stops cleanly on SIGTERM', async () => {
    const { child } = await forkSandbox(await findFreePort());
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});

it('a second sandbox on the same folder is refused with a clear message', async () => {
  const port = await findFreePort();
  await forkSandbox(port);
  const attempt = startSandbox({ folder: join(folder, 'sandbox') });
  await expect(attempt).rejects.toThrow(FolderInUse);
  await expect(attempt).rejects.toThrow('Another sandbox is already running on the folder');
  await expect(attempt).rejects.toThrow('Stop it, or use it (SANDBOX_URL).');
});

it('a folder that cannot be is named in one line, with its setting', async () => {
  writeFileSync(join(folder, 'sandbox'), '');
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, DATA_DIR: folder, NODE_OPTIONS: '' },
    execArgv: [],
    silent: true,
  });
  children.push(child);
  expect(await text(child.stderr ?? Readable.from([]))).toMatch(
    new RegExp(`^${join(folder, 'sandbox')} is no folder, .*DATA_DIR\\.\n$`),
  );
});

it('a clean stop gives the folder back without skipping slots', async () => {
  const options = { folder, slotMs: Number.POSITIVE_INFINITY };
  const first = await startSandbox(options);
  first.advance(10);
  await first.stop();
  const second = await startSandbox(options);
  expect(await connect(second.url).getSlot({ commitment: 'processed' }).send()).toBe(11n);
  await second.stop();
});

it('two folders are two clusters', async () => {
  const [first, second] = [await startSandbox(), await startSandbox()];
  expect(first.genesisHash).not.toBe(second.genesisHash);
  expect(first.faucetAddress).not.toBe(second.faucetAddress);
  await Promise.all([first.stop(), second.stop()]);
});
