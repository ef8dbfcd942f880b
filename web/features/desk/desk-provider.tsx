import './desk.css';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { AlertDesk, DeskAlert } from '#contract/alerts.ts';
import type { Call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useLastingProblem } from '#web/lib/use-lasting-problem.ts';
import { BlockAlertDialog } from './block-alert-dialog.tsx';
import type { WaitingList } from './desk-changes.ts';
import { countWithoutRow, type KeptRow } from './kept-rows.ts';
import { nextReadingMs } from './next-reading.ts';
import { type DeskActions, useDeskActions } from './use-desk-actions.ts';
import { type Keep, useKeptRows } from './use-kept-rows.ts';
import { type Decisions, usePendingDecisions } from './use-pending-decisions.ts';

interface Desk {
  /**
   * Undefined until it has been read once; afterwards the last that is known. Alerts that were decided a moment ago are
   * still in their lists; the counts leave them out.
   */
  desk: AlertDesk | undefined;
  /** How many of a list wait without a row in it: it names only the first. */
  countWithoutRow: (list: WaitingList) => number;
  /** Why the last reading failed, else null. It stays while the page tries again by itself, until a press asks for that. */
  problem: Error | null;
  retry: () => void;
  /** The socket is open, so that changes of others are heard. */
  connected: boolean;
  actions: DeskActions;
  decisions: Decisions;
  /** What was decided a moment ago and is sent. */
  kept: readonly KeptRow[];
  keep: Keep;
  /** Whose donor it is asked to block, until that is answered; it stays when the alert leaves its place. */
  toBlock: DeskAlert | null;
  askToBlock: (alert: DeskAlert) => void;
  /** Makes the desk's calls. */
  call: Call;
}

const DeskContext = createContext<Desk | null>(null);

interface DeskProviderProps {
  /** Makes the desk's calls: with the session, a tool's token or a moderator's link. Must be stable. */
  call: Call;
  connected: boolean;
  children: ReactNode;
}

/** One desk for all the parts of a page: what waits, what can be done, what can still be taken back. */
export function DeskProvider({ call, connected, children }: DeskProviderProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.desk,
    queryFn: () => call('alertDesk'),
    refetchInterval: ({ state }) => nextReadingMs(state.data, connected),
  });
  const { problem, forget } = useLastingProblem({ data, error }, queryKeys.desk);
  const actions = useDeskActions(call);
  const decisions = usePendingDecisions(data, actions.takeAway);
  const { desk: shown, kept, keep } = useKeptRows(data);
  const [toBlock, askToBlock] = useState<DeskAlert | null>(null);
  const desk = useMemo<Desk>(
    () => ({
      desk: shown,
      countWithoutRow: (list) => (data === undefined ? 0 : countWithoutRow(data, list)),
      problem,
      retry: () => {
        void refetch();
        forget();
      },
      connected,
      actions,
      decisions,
      kept,
      keep,
      toBlock,
      askToBlock,
      call,
    }),
    [shown, data, problem, refetch, forget, connected, actions, decisions, kept, keep, toBlock, call],
  );
  return (
    <DeskContext value={desk}>
      {children}
      {toBlock !== null && <BlockAlertDialog alert={toBlock} call={call} onClose={() => askToBlock(null)} />}
    </DeskContext>
  );
}

/** The desk of this page. Throws outside the provider. */
export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('useDesk needs a DeskProvider above it.');
  return desk;
}
