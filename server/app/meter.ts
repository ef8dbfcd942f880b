import type { ProblemCode } from '#contract/problem.ts';
import type { PriceOutcome } from './fiat/fiat-ports.ts';

/** One JSON-RPC request to a node. */
interface NodeRequest {
  /** Number and domain of the node, from 1: nothing that a key could stand in. */
  node: string;
  method: string;
  /** `refused` is the node's final word; `failed` is anything that gave no answer. */
  outcome: 'answered' | 'refused' | 'failed';
  seconds: number;
}

/** One answered HTTP request. */
interface AnsweredRequest {
  /** Name in the contract, or the pattern of the path; never the path itself, which holds secret codes. */
  route: string;
  method: string;
  status: number;
  seconds: number;
}

/** How a step of passing money on can end. `troubled`: the chain or the books make it wait. */
export const sweepOutcomes = [
  'signed',
  'landed',
  'failed_on_chain',
  'expired',
  'troubled',
  'too_small',
] as const;
type SweepOutcome = (typeof sweepOutcomes)[number];

/** In what a donation is paid. */
export const coins = ['sol', 'tokens'] as const;
export type Coin = (typeof coins)[number];

/**
 * What this process measures while it works. Whoever measures says what happened, in seconds and names; how it is
 * counted and read is known to `server/metrics` alone. No method throws or waits.
 */
export interface Meter {
  /** A payment that came in time was recorded, so long after its block; blocks bear whole seconds. */
  paymentRecorded(of: Coin, seconds: number): void;
  /** An alert was sent for the first time, so long after nothing but this server kept it waiting. */
  alertSent(seconds: number): void;
  /** An overlay said, so long after it was sent the card, that it showed an alert. */
  alertAcknowledged(seconds: number): void;
  sweepStepped(outcome: SweepOutcome): void;
  nodeAsked(request: NodeRequest): void;
  /** A call had to wait before it could go out: for the budget, or because every node rests. */
  nodeAwaited(seconds: number): void;
  /** A node was asked at which slot it is; null: it did not answer. */
  nodeAt(node: string, slot: bigint | null): void;
  requestAnswered(request: AnsweredRequest): void;
  refused(by: 'http' | 'socket', code: ProblemCode): void;
  queryRun(seconds: number, isFailed: boolean): void;
  workerFailed(worker: string): void;
  /** The books of so many addresses, or token accounts, were compared with the chain. */
  ledgerCompared(of: Coin, addresses: number): void;
  /** The source of prices was asked. */
  priceAsked(outcome: PriceOutcome): void;
}

const ignore = (): void => {};

/** Measures nothing: the server without metrics. */
export const noMeter: Meter = {
  paymentRecorded: ignore,
  alertSent: ignore,
  alertAcknowledged: ignore,
  sweepStepped: ignore,
  nodeAsked: ignore,
  nodeAwaited: ignore,
  nodeAt: ignore,
  requestAnswered: ignore,
  refused: ignore,
  queryRun: ignore,
  workerFailed: ignore,
  ledgerCompared: ignore,
  priceAsked: ignore,
};
