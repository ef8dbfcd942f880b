import { setTimeout as sleep } from 'node:timers/promises';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';

/**
 * Asks all nodes every 20 s at which confirmed slot and height they are, and tells client and meter: one call of a node's
 * budget. Of a node that does not answer no slot is told, so that its last one grows old.
 */
export function watchNodes(
  client: Pick<RpcClient, 'each' | 'noteSlots' | 'noteHeights'>,
  meter: Pick<Meter, 'nodeAt'>,
  everyMs = 20_000,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ask = async ({ name, rpc }: RpcClient['each'][number]) => {
    const told = await rpc
      .getEpochInfo({ commitment: 'confirmed' })
      .send()
      // The request has been counted as failed where it was made.
      .catch(() => null);
    meter.nodeAt(name, told?.absoluteSlot ?? null);
    return told;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const told = await Promise.all(client.each.map(ask));
      client.noteSlots(told.map((info) => info?.absoluteSlot ?? null));
      client.noteHeights(told.map((info) => info?.blockHeight ?? null));
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
