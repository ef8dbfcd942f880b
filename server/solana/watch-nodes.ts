import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';

type Watched = Pick<RpcClient, 'each' | 'noteSlots' | 'noteHeights'>;

/** Who is told of nodes, and how often they are asked. */
export interface NodeWatch {
  meter: Pick<Meter, 'nodeAt'>;
  log: Pick<Log, 'warn'>;
  everyMs?: number | undefined;
}

/** So many rounds without an answer are more than a hiccup. */
const roundsAway = 2;

/** Asks all nodes every 20 s, as `askNodes` does; which one gives no answer, and why, is logged once, and when it is over. */
export function watchNodes(
  client: Watched,
  genesisHash: string,
  { meter, log, everyMs = 20_000 }: NodeWatch,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const away = client.each.map(() => ({ rounds: 0, since: 0 }));
  const tell = (failures: readonly unknown[]): void => {
    for (const [index, error] of failures.entries()) {
      const node = client.each[index]?.name;
      const state = away[index] ?? { rounds: 0, since: 0 };
      if (error === null && state.rounds >= roundsAway) {
        const awaySeconds = Math.round((performance.now() - state.since) / 1000);
        log.warn({ node, awaySeconds }, 'A Solana node answers again.');
      }
      if (error !== null && state.rounds === 0) state.since = performance.now();
      state.rounds = error === null ? 0 : state.rounds + 1;
      if (state.rounds !== roundsAway) continue;
      const others = failures.some((each) => each === null);
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ node, reason }, others ? oneAway : allAway);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const failures = await askNodes(client, genesisHash, meter);
      if (!signal.aborted) tell(failures);
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

const oneAway = 'A Solana node does not answer; the others do its work. See what its provider says.';
const allAway =
  'No Solana node answers: no payment is seen and no money passed on until one does, and then all goes on by itself. ' +
  'Another node in SOLANA_RPC_URL takes over after a restart.';

/**
 * Asks all nodes on which network they are and at which confirmed slot and height, and tells client and meter: two calls of a
 * node's budget. Behind the address of a node another network may have come: what is on none but the one with this genesis
 * hash is told of no slot, as one that does not answer, so that its last one grows old. Returns why each gave no answer.
 */
export async function askNodes(
  client: Watched,
  genesisHash: string,
  meter: Pick<Meter, 'nodeAt'>,
): Promise<unknown[]> {
  const ask = async ({ name, rpc, noteNetwork }: RpcClient['each'][number]) => {
    // A request that fails has been counted where it was made.
    let failure: unknown = null;
    const unanswered = (error: unknown) => {
      failure ??= error;
      return null;
    };
    const network = await rpc.getGenesisHash().send().catch(unanswered);
    if (network !== null) noteNetwork(network !== genesisHash);
    const told = await rpc.getEpochInfo({ commitment: 'confirmed' }).send().catch(unanswered);
    meter.nodeAt(name, told?.absoluteSlot ?? null);
    return { told, failure: network === null && told === null ? failure : null };
  };
  const answers = await Promise.all(client.each.map(ask));
  client.noteSlots(answers.map(({ told }) => told?.absoluteSlot ?? null));
  client.noteHeights(answers.map(({ told }) => told?.blockHeight ?? null));
  return answers.map(({ failure }) => failure);
}
