import type { Address } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import type { Chain } from './chain.ts';
import type { ParsedTransaction } from './parsed-transaction.ts';

/** A dry run as the RPC shows it; `sentence` says why it failed, undefined when it did not. */
export type Simulation = {
  readonly sentence: string | undefined;
  readonly result: Readonly<Record<string, unknown>>;
  readonly innerInstructions: unknown;
  readonly postAccounts: ReadonlyMap<Address, AccountState>;
};

/** Runs a transaction against the bank of `slot` without keeping anything; signatures are not checked. */
export function simulateTransaction(chain: Chain, parsed: ParsedTransaction, slot: number): Simulation {
  const obstacle = chain.findObstacle(parsed, slot);
  if (obstacle !== undefined) {
    const result = toResult({ err: obstacle.json, logs: [], unitsConsumed: 0, returnData: null });
    return { sentence: obstacle.sentence, result, innerInstructions: [], postAccounts: new Map() };
  }
  const run = chain.simulate(parsed, slot);
  return {
    sentence: run.error?.sentence,
    result: toResult({
      err: run.error?.json ?? null,
      logs: run.logs,
      unitsConsumed: run.computeUnits,
      returnData: run.returnData,
    }),
    innerInstructions: run.innerInstructions,
    postAccounts: run.postAccounts,
  };
}

function toResult(run: {
  err: unknown;
  logs: readonly string[];
  unitsConsumed: number | bigint;
  returnData: unknown;
}) {
  return {
    accounts: null,
    err: run.err,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs: run.logs,
    replacementBlockhash: null,
    returnData: run.returnData,
    unitsConsumed: run.unitsConsumed,
  };
}
