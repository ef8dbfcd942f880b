import { readMetrics } from '#server/test/read-metrics.ts';

/** Requests to the chain so far: how many of each method, and how long they took in all. */
export type RpcTimes = Map<string, { calls: number; seconds: number }>;

/** Reads them from a server's metrics. */
export async function readRpcTimes(metricsUrl: string): Promise<RpcTimes> {
  const times: RpcTimes = new Map();
  for (const [name, value] of await readMetrics(metricsUrl)) {
    const [, what, method = ''] = /^brava_rpc_request_seconds_(sum|count)\{.*method="(\w+)"/.exec(name) ?? [];
    if (what === undefined) continue;
    const known = times.get(method) ?? { calls: 0, seconds: 0 };
    if (what === 'sum') known.seconds += value;
    else known.calls += value;
    times.set(method, known);
  }
  return times;
}

/** Milliseconds that a call of a method took on average between two readings; 0 when there was none. */
export function meanCallMs(before: RpcTimes, after: RpcTimes, method: string): number {
  const [first, last] = [before, after].map((times) => times.get(method) ?? { calls: 0, seconds: 0 });
  const calls = (last?.calls ?? 0) - (first?.calls ?? 0);
  return calls === 0 ? 0 : (((last?.seconds ?? 0) - (first?.seconds ?? 0)) / calls) * 1000;
}
