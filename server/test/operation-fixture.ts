import type { OperationFigures } from '#server/app/operation-ports.ts';

/** A quiet installation, but for what is given. */
export function figuresWith(change: {
  alerts?: Partial<OperationFigures['alerts']>;
  money?: Partial<OperationFigures['money']>;
  rest?: Partial<OperationFigures>;
}): OperationFigures {
  return {
    alerts: {
      waiting: 0,
      oldestWaitingAt: null,
      stalledSince: null,
      held: 0,
      inTray: 0,
      ...change.alerts,
    },
    money: {
      waitingForPayment: 0,
      unswept: { addresses: 0, lamports: 0n, oldestAt: null },
      tooSmall: { addresses: 0, lamports: 0n },
      unsweptTokens: { accounts: 0, oldestAt: null },
      liveSweeps: { count: 0, retried: 0 },
      troubledSweeps: { count: 0, example: null },
      tokens: null,
      ledgerMismatches: 0,
      openWithdrawals: { count: 0, oldestAt: null },
      ...change.money,
    },
    overlays: { connected: 0, visible: 0 },
    processes: [],
    eventLagSeconds: 0,
    oldestLookDueAt: null,
    failingLookSince: null,
    oldestOverdueClipAt: null,
    backups: null,
    database: { bytes: 0n, serverVersion: '18', schemaVersion: 13 },
    ...change.rest,
  };
}
