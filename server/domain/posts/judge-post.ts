import type { PostError } from '#contract/posts.ts';
import { type AlertFacts, lacksApproval } from '#server/domain/alert.ts';

/** Nobody in the chat knows any more what it is about. */
const postLivesMs = 15 * 60_000;
/** A service that asks for a longer pause is asked again after this one. */
export const longestPostPauseMs = 3_600_000;

/** The alert that a post goes with; null: it is withheld, because the chain has taken the payment back. */
type JudgedAlert = Pick<AlertFacts, 'heldAt' | 'approvedAt' | 'settledHow'> & {
  donation: { isBlocked: boolean } | null;
};

/**
 * What becomes of a post at this moment: viewers read what they see as an alert, and nothing else.
 *
 * | the donation's alert | verdict |
 * |---|---|
 * | withheld, blocked, rejected, dismissed | never |
 * | held, not approved | wait |
 * | settled without having been approved | never |
 * | older than 15 minutes since it came or was approved | never |
 * | anything else: queued, on stream, in the tray, over | send |
 */
export function judgePost(
  { createdAt, alert }: { createdAt: Date; alert: JudgedAlert | null },
  now: Date,
): 'send' | 'wait' | Extract<PostError, 'not_for_viewers' | 'too_old'> {
  if (alert === null || alert.donation?.isBlocked === true) return 'not_for_viewers';
  if (alert.settledHow === 'rejected' || alert.settledHow === 'dismissed') return 'not_for_viewers';
  if (lacksApproval(alert)) return alert.settledHow === null ? 'wait' : 'not_for_viewers';
  const since = Math.max(createdAt.getTime(), alert.approvedAt?.getTime() ?? 0);
  return now.getTime() - since > postLivesMs ? 'too_old' : 'send';
}

/** How long a post waits after so many attempts that did not reach the service. */
export function postPauseMs(attempts: number, afterMs: number | null, random: number): number {
  const growing = Math.min(2 ** attempts * 1000, 60_000) * (0.8 + 0.4 * random);
  return afterMs === null ? growing : Math.max(afterMs, 100);
}
