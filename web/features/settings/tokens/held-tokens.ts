import type { RouteReply } from '#contract/routes.ts';
import { formatTokenSum } from '#contract/tokens.ts';
import { hasCome } from '#web/ui/amount.tsx';

/** What the generated wallet holds of tokens. */
export interface HeldTokens {
  /** In words: '5.00 USDC'. */
  sums: readonly string[];
  /** False while no node tells of each token: there may be more than `sums`. */
  isKnown: boolean;
}

/** What a reply says is held. Without one nothing is known, and an old one may no longer be true. */
export function heldTokens(reply: RouteReply<'walletTokens'> | undefined, isOld: boolean): HeldTokens {
  const tokens = reply?.data ?? [];
  const sums = tokens.flatMap(({ amount, ...token }) => {
    if (amount === null) return [];
    const sum = { ...token, amount };
    return hasCome({ amount: 0, token: sum }) ? [formatTokenSum(sum)] : [];
  });
  const isKnown = reply !== undefined && !isOld && tokens.every(({ amount }) => amount !== null);
  return { sums, isKnown };
}
