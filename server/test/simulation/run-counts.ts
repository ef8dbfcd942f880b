import type { FaultPlan } from './fault-plan.ts';
import type { SweepRow } from './mirror.ts';
import type { Observed } from './step-invariants.ts';

/** What happened in a run, for the summary. */
export interface RunCounts {
  steps: number;
  crashes: number;
  pauses: number;
  forks: number;
  nodeFaults: number;
  databaseFaults: number;
  outages: number;
  losses: number;
  donations: number;
  paid: number;
  sweeps: number;
  tokenDonations: number;
  tokenSweeps: number;
  withdrawals: number;
  lamportsSwept: number;
  unitsSwept: number;
  displays: number;
  virtualSeconds: number;
}

/** Counts what happened up to now. */
export function countRun(
  { mirror, chain, overlays }: Observed,
  { steps, faults, seconds }: { steps: number; faults: FaultPlan['counts']; seconds: number },
): RunCounts {
  const donations = [...mirror.donations.values()];
  const landed = [...mirror.sweeps.values()].filter((sweep) => sweep.state === 'landed');
  const tokenAccounts = new Set(donations.flatMap(({ token_account }) => token_account ?? []));
  const ofTokens = landed.filter(({ account }) => tokenAccounts.has(account));
  return {
    steps,
    crashes: faults.crashes,
    pauses: faults.pauses,
    forks: chain.forks,
    nodeFaults: faults.node,
    databaseFaults: faults.database,
    outages: faults.outages,
    losses: faults.losses,
    donations: donations.length,
    tokenDonations: tokenAccounts.size,
    paid: donations.filter((donation) => donation.paid_at !== null).length,
    sweeps: landed.length,
    tokenSweeps: ofTokens.length,
    withdrawals: [...mirror.withdrawals.values()].filter(({ landed_at }) => landed_at !== null).length,
    lamportsSwept: amountOf(landed) - amountOf(ofTokens),
    unitsSwept: amountOf(ofTokens),
    displays: [...overlays.displays.values()].reduce((sum, times) => sum + times.length, 0),
    virtualSeconds: seconds,
  };
}

function amountOf(sweeps: readonly SweepRow[]): number {
  return sweeps.reduce((sum, { amount }) => sum + amount, 0);
}
