import { setTimeout as sleep } from 'node:timers/promises';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';

const everyMs = 10_000;

/**
 * Asks every node every 10 s at which confirmed slot it is, and tells the meter: one call of a node's budget. A node
 * that does not answer is not told of, so that its slot grows old.
 */
export function watchNodes(client: RpcClient, meter: Pick<Meter, 'nodeAt'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ask = async ({ name, rpc }: RpcClient['each'][number]): Promise<void> => {
    const slot = await rpc
      .getSlot({ commitment: 'confirmed' })
      .send()
      // The request has been counted as failed where it was made.
      .catch(() => null);
    if (slot !== null) meter.nodeAt(name, slot);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await Promise.all(client.each.map(ask));
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
