import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSolanaRpc, getAddressDecoder } from '@solana/kit';
import type { Sandbox } from '#sandbox/start-sandbox.ts';

const loops = 20;
const everyMs = 250;
const windowMs = 30_000;

/**
 * Calls per minute of one loop as the documentation of `@solana/pay` shows it for a merchant who waits for a payment:
 * every 250 ms `findReference`, which lists the signatures of the reference, until there is one.
 */
export async function countPollingLoops(sandbox: Sandbox): Promise<number> {
  const rpc = createSolanaRpc(sandbox.url);
  const timers = Array.from({ length: loops }, () => {
    const reference = getAddressDecoder().decode(randomBytes(32));
    return setInterval(() => {
      rpc
        .getSignaturesForAddress(reference, { commitment: 'confirmed' })
        .send()
        .catch((error: unknown) => console.error('The polling loop met an error:', error));
    }, everyMs);
  });
  await sleep(windowMs);
  for (const timer of timers) clearInterval(timer);
  return ((sandbox.calls['getSignaturesForAddress'] ?? 0) / loops) * (60_000 / windowMs);
}
