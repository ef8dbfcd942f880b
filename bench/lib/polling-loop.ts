import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, createSolanaRpc, getAddressDecoder } from '@solana/kit';
import type { Sandbox } from '#sandbox/start-sandbox.ts';

const payments = 20;

/**
 * Calls per minute of one loop as the documentation of `@solana/pay` shows it for a merchant who waits for a payment:
 * every 250 ms `findReference`, which lists the signatures of the reference, until there is one.
 */
export async function countPollingLoops(sandbox: Sandbox): Promise<number> {
  const list = listSignatures(sandbox);
  return await countCalls(sandbox, 30_000, () => {
    const timers = Array.from({ length: payments }, () => {
      const reference = getAddressDecoder().decode(randomBytes(32));
      return setInterval(() => void list(reference), 250);
    });
    return () => timers.forEach((timer) => clearInterval(timer));
  });
}

/**
 * Calls per minute and pending payment of the watcher of `@qhristen/paygrid` 0.1.9 (`PayGrid.startWatcher`, its default
 * of 10 s): for each pending payment, one after the other, `findTransferTo` lists ten signatures of the merchant's
 * wallet and would then read each of them. The wallet has no history here: that is the least that it costs.
 */
export async function countPaygridLoop(sandbox: Sandbox): Promise<number> {
  const list = listSignatures(sandbox);
  const wallet = getAddressDecoder().decode(randomBytes(32));
  const checkPending = async (): Promise<void> => {
    for (let payment = 0; payment < payments; payment += 1) await list(wallet, 10);
  };
  return await countCalls(sandbox, 60_000, () => {
    void checkPending();
    const timer = setInterval(() => void checkPending(), 10_000);
    return () => clearInterval(timer);
  });
}

async function countCalls(sandbox: Sandbox, windowMs: number, start: () => () => void): Promise<number> {
  const counted = (): number => sandbox.calls['getSignaturesForAddress'] ?? 0;
  const before = counted();
  const stop = start();
  await sleep(windowMs - 100);
  stop();
  await sleep(100);
  return ((counted() - before) / payments) * (60_000 / windowMs);
}

function listSignatures(sandbox: Sandbox) {
  const rpc = createSolanaRpc(sandbox.url);
  return async (address: Address, limit = 1000): Promise<void> => {
    await rpc
      .getSignaturesForAddress(address, { commitment: 'confirmed', limit })
      .send()
      .catch((error: unknown) => console.error('The polling loop met an error:', error));
  };
}
