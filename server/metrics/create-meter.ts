import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ProblemCode } from '#contract/problem.ts';
import { noPriceBecause } from '#server/app/fiat/no-price-because.ts';
import { coins, type Meter, sweepOutcomes } from '#server/app/meter.ts';

const detectionBuckets = [0.5, 1, 2, 3, 5, 8, 13, 21, 34, 60, 120, 300, 900, 3600];
const alertBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/**
 * A node and when its slot grew last, or it was first asked, in seconds of the process's own clock; null: it never answered.
 */
interface NodeSlot {
  slot: bigint | null;
  grewAt: number;
}

/** Counts in a registry what the parts of this process measure. All names begin with `brava_`. */
export function createMeter(registers: [Registry]): Meter {
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[] = []) =>
    new Histogram({ name: `brava_${name}`, help, buckets, labelNames, registers });
  /** `known` stand at 0 from the start: where a series only begins with the first of it, nobody sees it grow. */
  const counter = <L extends string>(
    name: string,
    help: string,
    labelNames: L[] = [],
    known: Record<L, string>[] = [],
  ) => {
    const made = new Counter({ name: `brava_${name}`, help, labelNames, registers });
    for (const labels of known) made.inc(labels, 0);
    return made;
  };
  const detection = histogram(
    'payment_detection_seconds',
    'From the block of a payment that came in time until it was recorded. Blocks bear whole seconds.',
    detectionBuckets,
    ['of'],
  );
  for (const of of coins) detection.zero({ of });
  const sent = histogram(
    'alert_send_seconds',
    'From the moment when only the server kept an alert waiting until it was first sent to overlays.',
    alertBuckets,
  );
  const acknowledged = histogram(
    'alert_acknowledge_seconds',
    'From sending an alert to an overlay until that overlay said that it was shown.',
    alertBuckets,
  );
  const sweeps = counter(
    'sweep_steps_total',
    'Steps of passing money on, by how they ended.',
    ['outcome'],
    sweepOutcomes.map((outcome) => ({ outcome })),
  );
  const nodes = histogram(
    'rpc_request_seconds',
    'Requests to the nodes of the chain, by node, method and outcome.',
    callBuckets,
    ['node', 'method', 'outcome'],
  );
  const waits = histogram(
    'rpc_wait_seconds',
    'How long calls waited for the budget of a node, or for one that does not rest.',
    callBuckets,
  );
  const requests = histogram(
    'http_request_seconds',
    'Answered HTTP requests by route, method and status.',
    callBuckets,
    ['route', 'method', 'status'],
  );
  const refusals = counter(
    'refusals_total',
    'Refused requests and socket events, by problem code.',
    ['by', 'code'],
    ['http', 'socket'].map((by) => ({ by, code: 'internal' satisfies ProblemCode })),
  );
  const queries = histogram('database_query_seconds', 'Queries to the database.', queryBuckets, ['failed']);
  const workers = counter('worker_errors_total', 'Steps of workers that failed and are tried again.', [
    'worker',
  ]);
  const compared = counter(
    'ledger_compared_total',
    'Addresses, or token accounts, whose books were compared with the chain.',
    ['of'],
    coins.map((of) => ({ of })),
  );
  const prices = counter(
    'price_answers_total',
    'Questions for the price of SOL, by how they ended.',
    ['outcome'],
    ['taken', ...Object.keys(noPriceBecause)].map((outcome) => ({ outcome })),
  );
  const slots = countSlots(registers);
  return {
    paymentRecorded: (of, seconds) => detection.observe({ of }, Math.max(0, seconds)),
    alertSent: (seconds) => sent.observe(Math.max(0, seconds)),
    alertAcknowledged: (seconds) => acknowledged.observe(Math.max(0, seconds)),
    sweepStepped: (outcome) => sweeps.inc({ outcome }),
    nodeAsked: ({ seconds, ...labels }) => nodes.observe(labels, seconds),
    nodeAwaited: (seconds) => waits.observe(seconds),
    nodeAt: slots,
    requestAnswered: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status }, seconds),
    refused: (by, code) => refusals.inc({ by, code }),
    queryRun: (seconds, isFailed) => queries.observe({ failed: String(isFailed) }, seconds),
    workerFailed: (worker) => workers.inc({ worker }),
    ledgerCompared: (of, addresses) => compared.inc({ of }, addresses),
    priceAsked: (outcome) => prices.inc({ outcome }),
  };
}

/** In seconds of this process's own clock. */
const now = (): number => performance.now() / 1000;

/** A node that stands still lags behind nobody when it is the only one: so its age is told as well. */
function countSlots(registers: [Registry]): Meter['nodeAt'] {
  const known = new Map<string, NodeSlot>();
  const lag = new Gauge({
    name: 'brava_node_slot_lag',
    help: 'Slots that a node is behind the one that is furthest.',
    labelNames: ['node'],
    registers,
    collect() {
      const slots = [...known].flatMap(([node, { slot }]) => (slot === null ? [] : [{ node, slot }]));
      const best = slots.reduce((most, { slot }) => (slot > most ? slot : most), 0n);
      for (const { node, slot } of slots) lag.set({ node }, Number(best - slot));
    },
  });
  const age = new Gauge({
    name: 'brava_node_slot_age_seconds',
    help: 'Seconds since a node was last seen at a new slot, or was first asked where it never answered.',
    labelNames: ['node'],
    registers,
    collect() {
      for (const [node, { grewAt }] of known) age.set({ node }, now() - grewAt);
    },
  });
  return (node, slot) => {
    const before = known.get(node);
    const hasGrown = slot !== null && slot > (before?.slot ?? -1n);
    if (before === undefined || hasGrown) known.set(node, { slot, grewAt: now() });
  };
}
