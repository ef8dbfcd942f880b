import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { AlertDesk, AlertSound, DeskAlert } from '#contract/alerts.ts';
import type { Call } from '#web/lib/call.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import {
  type DeskChange,
  unforeseen,
  withCleared,
  without,
  withoutNow,
  withPause,
  withReleased,
  withSound,
} from './desk-changes.ts';
import type { Decision } from './pending-decisions.ts';

/** All that can be done at the desk. Failures become toasts and the desk is read again; nothing throws. */
export interface DeskActions {
  test: () => void;
  pause: (isPaused: boolean) => void;
  /** Shows this alert, the next, though the queue is paused and stays so. */
  playNext: (alertId: string) => void;
  /** Puts all that waits in the queue into the tray. */
  clear: () => void;
  /** Puts what was cleared last back into the queue. */
  putBack: () => void;
  /** Takes this alert off the stream, and nothing that has followed it there meanwhile. */
  skip: (alertId: string) => void;
  /** Shows the donation of this alert once more, or without one the last that was shown. */
  replay: (alertId?: string) => void;
  changeSound: (sound: Partial<AlertSound>) => Promise<void>;
  /** Like `approve` and `takeAway`: the desk as it then is, or null when it could not be done. */
  play: (id: string) => Promise<AlertDesk | null>;
  /** Lets it through as the word lists had it, or masked. */
  approve: (alert: Pick<DeskAlert, 'id'>, mask?: true) => Promise<AlertDesk | null>;
  takeAway: (id: string, decision: Decision) => Promise<AlertDesk | null>;
  /** A test or a replay is on its way; another one is not begun meanwhile. */
  isSending: boolean;
}

type Act = (
  change: DeskChange,
  send: () => Promise<AlertDesk>,
  /** What of this desk is acted upon, by the name that its button has; null for what was pressed in this very moment. */
  nameIn?: (desk: AlertDesk) => string | null,
) => Promise<AlertDesk | null>;

/** The acts of a desk whose calls are made with `call`. */
export function useDeskActions(call: Call): DeskActions {
  const act = useAct();
  const [isSending, setSending] = useState(false);
  return useMemo<DeskActions>(() => {
    const shown = async (send: () => Promise<AlertDesk>, words: SentWords) => {
      if (isSending) return;
      setSending(true);
      const desk = await act(unforeseen, send);
      setSending(false);
      if (desk !== null) toast.success(wordsForSent(desk, words));
    };
    return {
      isSending,
      test: () => {
        const { testSent: sent, testWaits: waits } = texts('desk').said;
        // A pause holds no test back.
        void shown(() => call('testAlert', { body: {} }), { sent, waits, held: sent });
      },
      replay: (alertId) => {
        const { replaySent: sent, replayWaits: waits, replayHeld: held } = texts('desk').said;
        const body = alertId === undefined ? {} : { alertId };
        void shown(() => call('replayAlert', { body }), { sent, waits, held });
      },
      pause: (isPaused) =>
        void act(withPause(isPaused), () => call(isPaused ? 'pauseAlerts' : 'resumeAlerts')),
      playNext: (alertId) =>
        void act(withReleased(alertId), () => call('playNextAlert', { body: { alertId } })).then((desk) => {
          if (desk?.overlay.visible === 0) toast.success(texts('desk').said.nextWaits);
        }),
      clear: () => void act(withCleared, () => call('clearAlerts')),
      putBack: () => void act(unforeseen, () => call('putBackAlerts')),
      skip: (alertId) => void act(withoutNow(alertId), () => call('skipAlert', { body: { alertId } })),
      changeSound: async (sound) =>
        void (await act(withSound(sound), () => call('changeSound', { body: sound }))),
      play: (id) => act(without(id), () => call('playAlert', { params: { id } })),
      approve: ({ id }, mask) =>
        act(without(id), () => call('approveAlert', { params: { id }, body: mask === true ? { mask } : {} })),
      takeAway: (id, decision) =>
        act(
          without(id),
          () => call(decision === 'reject' ? 'rejectAlert' : 'dismissAlert', { params: { id } }),
          nameOfHeldBack(id, decision),
        ),
    };
  }, [act, call, isSending]);
}

/** What is said of an alert that was asked for: it is on stream at once, or waits for the overlay, or for the pause. */
type SentWords = Record<'sent' | 'waits' | 'held', string>;

function wordsForSent({ isPaused, overlay }: AlertDesk, words: SentWords): string {
  if (overlay.visible === 0) return words.waits;
  return isPaused ? words.held : words.sent;
}

/** Its press was some seconds ago. */
function nameOfHeldBack(id: string, decision: Decision): (desk: AlertDesk) => string | null {
  return ({ toApprove, tray }) => {
    const alert = [...toApprove, ...tray].find((it) => it.id === id);
    if (alert === undefined) return null;
    const { rejectLabel, dismissLabel } = texts('desk').acts;
    return (decision === 'reject' ? rejectLabel : dismissLabel)(alert.donatorName);
  };
}

/** Why an act was not done. Who is signed out sees that, and is told only of what was held back. */
function wordsForFailure(error: CallProblem, name: string | null): string | null {
  if (error.status !== 401) return name === null ? error.message : `${name}: ${error.message}`;
  return name === null ? null : `${name}: ${texts('desk').notices['ended-session'].title}`;
}

/**
 * Shows the expected desk at once, then the server's; what failed is taken back.
 * Of several acts under way only the last one's answer is shown, and none that a reading has overtaken: it may lack what
 * has come since, as a test alert that is on stream by then.
 */
function useAct(): Act {
  const queries = useQueryClient();
  const latest = useRef(0);
  return useCallback<Act>(
    async (change, send, nameIn) => {
      latest.current += 1;
      const mine = latest.current;
      const seen = queries.getQueryData<AlertDesk>(queryKeys.desk);
      const name = seen === undefined ? null : (nameIn?.(seen) ?? null);
      // Before anything is waited for: whoever signs out has no token a moment later.
      const answer = send();
      // Its failure is told below.
      answer.catch(() => undefined);
      await queries.cancelQueries({ queryKey: queryKeys.desk });
      const before = queries.getQueryData<AlertDesk>(queryKeys.desk);
      if (before !== undefined) queries.setQueryData(queryKeys.desk, change(before));
      const countReadings = () => queries.getQueryState(queryKeys.desk)?.dataUpdateCount;
      const readings = countReadings();
      try {
        const desk = await answer;
        if (mine !== latest.current) return desk;
        if (countReadings() === readings) queries.setQueryData(queryKeys.desk, desk);
        else void queries.invalidateQueries({ queryKey: queryKeys.desk });
        return desk;
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        const words = wordsForFailure(error, name);
        if (words !== null) toast.error(words);
        if (mine === latest.current) queries.setQueryData(queryKeys.desk, before);
        void queries.invalidateQueries({ queryKey: queryKeys.desk });
        return null;
      }
    },
    [queries],
  );
}
