import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import type { WidgetState } from '#contract/widgets.ts';
import { maskText, type WordSettings } from '#server/domain/moderation/mask-text.ts';
import type { WidgetFacts, WidgetView } from './widget-ports.ts';

/** Who gave no name, or is not to be named. */
const anonymous = 'Anonymous';

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
    ticker: ticker.map(({ id, donatorName, isNamed, lamports, paidAt }) => ({
      id,
      donatorName: isNamed ? maskText(donatorName, words) : anonymous,
      amount: lamportsToSol(lamports),
      paidAt: paidAt.toISOString(),
    })),
    stream: stream && {
      startedAt: stream.startedAt.toISOString(),
      donations: stream.donations,
      amount: lamportsToSol(stream.lamports),
    },
  };
  return { settings, state };
}
