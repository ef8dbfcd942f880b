import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { vi } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import type { OwnedAddress, SignedSweep, SweepRefusal } from '#server/app/sweep-ports.ts';
import { createSolana, type Solana, type SolanaOptions } from '#server/solana/create-solana.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/start-sandbox.ts';

/** A chain of its own for a test, and the adapter that talks to it. */
export interface TestChain {
  sandbox: Sandbox;
  solana: Solana;
  /** Pays an address from the faucet and waits until the payment is finalized. */
  fund(address: string, lamports: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** Words that no money lies on. */
const testWords = new Secret(`${'abandon '.repeat(23)}art`);

/**
 * Starts a quick chain (20 ms slots, final after 6 of them) and the adapter without limits. Its node counts as so many as it
 * has names: where it takes two to be believed, it may have two.
 */
export async function startTestChain(
  sandboxOptions: SandboxOptions = {},
  options: Partial<SolanaOptions> = {},
  names: readonly string[] = ['127.0.0.1'],
): Promise<TestChain> {
  const sandbox = await startSandbox({ slotMs: 20, finalizedLag: 6, ...sandboxOptions });
  const { port } = new URL(sandbox.url);
  const solana = await createSolana({
    rpc: { urls: names.map((name) => `http://${name}:${port}`), limits: null },
    feed: { wsUrls: [sandbox.wsUrl] },
    words: testWords,
    ...options,
  });
  return {
    sandbox,
    solana,
    fund: async (address, lamports) => {
      const signature = await solana.faucet.pay(address, lamports);
      await vi.waitFor(async () => {
        const { states } = await solana.chain.readSignatures([{ signature, slot: null }]);
        if (states[0] !== 'finalized') throw new Error('The payment is not finalized yet');
      }, 5000);
    },
    stop: () => sandbox.stop(),
  };
}

/** A sweep of all that the books say is on an address, for an owner who has nothing unless another is given. */
export async function signSweepOf(
  solana: Solana,
  from: OwnedAddress,
  sweep: { destination: string; lamports: bigint; owner?: OwnedAddress },
): Promise<SignedSweep | SweepRefusal> {
  const owner = sweep.owner ?? (await freshKey(solana));
  return await solana.sweepChain.sign({
    from,
    owner,
    destination: sweep.destination,
    lamports: sweep.lamports,
    expired: 0,
  });
}

/** An address that nobody has used. */
export function freshAddress(): string {
  return getBase58Decoder().decode(randomBytes(32));
}

let nextIndex = 0;

/** A key path that no other test of this file has used, with its address. */
export async function freshKey(solana: Solana): Promise<OwnedAddress> {
  nextIndex += 1;
  const path = { user: 1, epoch: 0, index: nextIndex };
  return { path, address: await solana.vault.addressOf(path) };
}
