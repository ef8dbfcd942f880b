import { formatTokens } from '#contract/tokens.ts';
import { createHash } from 'node:crypto';
import { anonymousName } from '#contract/donation.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import type { WidgetState } from '#contract/widgets.ts';
import { maskText, type WordSettings } from '#server/domain/moderation/mask-text.ts';
import type { TickedDonation, WidgetFacts, WidgetView } from '#server/app/widget-ports.ts';

/** What the widgets show: amounts in SOL, names masked by the streamer's word lists. */
export function presentWidgets(facts: WidgetFacts, words: WordSettings): WidgetView {
  const { settings, places, ticker, stream } = facts;
  const state: WidgetState = {
    goal: {
      title: settings.goal.title,
      target: settings.goal.target,
      raised: lamportsToSol(facts.raisedLamports + solToLamports(settings.goal.offset)),
      since: facts.goalSince.toISOString(),
    },
    leaderboard: {
      span: settings.leaderboard.span,
      places: places.map(({ donatorName, lamports }) => ({
        donatorName: maskText(donatorName, words),
        amount: lamportsToSol(lamports),
      })),
    },
    ticker: ticker.map((donation) => presentTicked(donation, words)),
    stream: stream && {
      startedAt: stream.startedAt.toISOString(),
      donations: stream.donations,
      amount: lamportsToSol(stream.lamports),
    },
  };
  return { settings, state };
}

/** What the donor hides is left out, and with it the donation's id, by which anyone may ask for it. */
function presentTicked(
  { id, donatorName, isNamed, lamports, paidAt, hidesName, hidesAmount, token }: TickedDonation,
  words: WordSettings,
): WidgetState['ticker'][number] {
  return {
    id: hidesName || hidesAmount ? createHash('sha256').update(id).digest('base64url') : id,
    donatorName: isNamed && !hidesName ? maskText(donatorName, words) : anonymousName,
    amount: hidesAmount ? 0 : lamportsToSol(lamports),
    ...(hidesAmount && { isAmountHidden: true }),
    ...(token !== null && !hidesAmount && { tokenAmount: formatTokens(token.units, token) }),
    paidAt: paidAt.toISOString(),
  };
}
