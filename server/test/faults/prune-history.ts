import type { Exchange, NodeFault, Reply } from './fault-proxy.ts';

/** A node with the chain as it is and no history before a slot. */
export function pruneBefore(slot: number): NodeFault {
  const without: Record<string, (result: never) => unknown> = {
    getSignatureStatuses: (result: { context: unknown; value: unknown[] }) => {
      const value = (result.value as ({ slot: number } | null)[]).map((status) =>
        status === null || status.slot < slot ? null : status,
      );
      return { ...result, value };
    },
    getSignaturesForAddress: (rows: { slot: number }[]) => rows.filter((row) => row.slot >= slot),
    getBlocksWithLimit: () => [slot],
  };
  const answer = async ({ method, forward }: Exchange): Promise<Reply> => {
    const truth = JSON.parse(await forward()) as { result: never };
    const change = without[method];
    const told = change === undefined ? truth : { ...truth, result: change(truth.result) };
    return { status: 200, body: JSON.stringify(told) };
  };
  return { answer };
}
