import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { useTokenSection } from '#web/features/settings/tokens/use-token-section.ts';

/** A part of the settings: the id of its heading, which addresses name, and the heading. */
interface Section {
  id: string;
  heading: string;
}

/**
 * The parts of the settings in the order in which they stand on the page, without those that this streamer has not. Until it
 * is known whether there are tokens, only those above: no name of a part moves.
 */
export function useSections(): Section[] {
  const words = texts('settings');
  const { deletesAt } = useUser();
  const { isThere: hasTokens, isFetched } = useTokenSection();
  const above = [
    { id: 'donations', heading: words.donations.heading },
    { id: 'card-background', heading: words.card.heading },
    { id: 'text-colors', heading: words.colors.heading },
  ];
  if (!isFetched) return above;
  const sections: (Section | false)[] = [
    ...above,
    hasTokens && { id: 'tokens', heading: words.tokens.heading },
    { id: 'channels', heading: words.channels.heading },
    { id: 'moderation', heading: words.alerts.heading },
    { id: 'blocked', heading: texts('blocking').list.heading },
    { id: 'amount-rules', heading: words.amountRules.heading },
    { id: 'access', heading: words.access.heading },
    { id: 'desk-log', heading: words.log.heading },
    { id: 'posts', heading: words.posts.heading },
    { id: 'webhooks', heading: words.webhooks.heading },
    { id: 'payout', heading: words.overlay.heading },
    { id: 'wallet', heading: words.wallet.heading },
    { id: 'two-step', heading: words.twoStep.heading },
    { id: 'sessions', heading: words.sessions.heading },
    { id: 'account', heading: words.account.heading },
    { id: 'data', heading: words.data.heading },
    deletesAt === undefined && { id: 'deletion', heading: words.deletion.heading },
  ];
  return sections.filter((section) => section !== false);
}
