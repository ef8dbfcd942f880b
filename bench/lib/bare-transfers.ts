import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { base58 } from '@scure/base';
import type { SandboxRpc } from './sandbox-rpc.ts';

const senders = 32;
const lamports = 5_000_000;
const pollMs = 50;
/** The most signatures that one call may ask for. */
const statusesAtOnce = 256;

/**
 * Transfers a second on the chain alone, from the sending to `confirmed`: so many senders that send one after the other
 * for a while, each to a new address, with nothing of Brava's in between.
 */
export async function measureBareTransfers(rpc: SandboxRpc, forMs: number): Promise<number> {
  const signatures: string[] = [];
  const startedAt = performance.now();
  const send = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      signatures.push(await rpc.ask('requestAirdrop', [base58.encode(randomBytes(32)), lamports]));
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  for (let first = 0; first < signatures.length; first += statusesAtOnce) {
    const some = signatures.slice(first, first + statusesAtOnce);
    while (!(await areConfirmed(rpc, some))) await sleep(pollMs);
  }
  return (signatures.length / (performance.now() - startedAt)) * 1000;
}

async function areConfirmed(rpc: SandboxRpc, signatures: readonly string[]): Promise<boolean> {
  const { value } = await rpc.ask<{ value: ({ confirmationStatus: string } | null)[] }>(
    'getSignatureStatuses',
    [signatures],
  );
  return value.every((status) => status !== null && status.confirmationStatus !== 'processed');
}
