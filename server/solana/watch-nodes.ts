import { setTimeout as sleep } from 'node:timers/promises';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';

/** A request that fails has been counted where it was made. */
const unanswered = () => null;

type Watched = Pick<RpcClient, 'each' | 'noteSlots' | 'noteHeights'>;

/** Asks all nodes every 20 s, as `askNodes` does. */
export function watchNodes(
  client: Watched,
  genesisHash: string,
  meter: Pick<Meter, 'nodeAt'>,
  everyMs = 20_000,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await askNodes(client, genesisHash, meter);
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

/**
 * Asks all nodes on which network they are and at which confirmed slot and height, and tells client and meter: two calls of a
 * node's budget. Behind the address of a node another network may have come: what is on none but the one with this genesis
 * hash is told of no slot, as one that does not answer, so that its last one grows old.
 */
export async function askNodes(
  client: Watched,
  genesisHash: string,
  meter: Pick<Meter, 'nodeAt'>,
): Promise<void> {
  const ask = async ({ name, rpc, noteNetwork }: RpcClient['each'][number]) => {
    const network = await rpc.getGenesisHash().send().catch(unanswered);
    if (network !== null) noteNetwork(network !== genesisHash);
    const told = await rpc.getEpochInfo({ commitment: 'confirmed' }).send().catch(unanswered);
    meter.nodeAt(name, told?.absoluteSlot ?? null);
    return told;
  };
  const told = await Promise.all(client.each.map(ask));
  client.noteSlots(told.map((info) => info?.absoluteSlot ?? null));
  client.noteHeights(told.map((info) => info?.blockHeight ?? null));
}
