import { type AlertDesk, deskListLength } from '#contract/alerts.ts';

/**
 * Whether 'replay the last alert' may find one: a donation that an overlay showed, and that nobody took away since.
 * Behind a full list of recent alerts there may be older ones, so then it may.
 */
export function canReplayLast({ overlay, recent }: AlertDesk): boolean {
  if (overlay.lastShownAt === null) return false;
  return (
    recent.length >= deskListLength ||
    recent.some(({ settledHow, isTaken }) => settledHow === 'overlay' && isTaken !== true)
  );
}
