import { fillTemplate } from '#contract/post-template.ts';
import type { PostKind } from '#contract/posts.ts';
import { plainFor } from './plain-words.ts';

/** What viewers may know of a donation. What is hidden from them is empty, but for the name. */
export interface PostCard {
  name: string;
  amount: string;
  fiat: string;
  message: string;
}

/** How posts to a place look: its longest text, and what stands between donations that go together. */
const forms: Record<PostKind, { longest: number; between: string; mostTogether: number }> = {
  /** https://docs.discord.com/developers/resources/webhook#execute-webhook */
  discord: { longest: 2000, between: '\n', mostTogether: 10 },
  /** https://dev.twitch.tv/docs/api/reference#send-chat-message */
  twitch: { longest: 500, between: ' · ', mostTogether: 5 },
};
/** Room for ' · +1000'. */
const roomForRest = 12;

/**
 * One text for all donations that are due at a place: each as the template has it, shortened where they are several. Of
 * more than fit it says how many, and no sum: that would tell hidden amounts. `cards` has one at least.
 */
export function composePost(
  kind: PostKind,
  { template, link }: { template: string; link: string },
  cards: readonly PostCard[],
): string {
  const { longest, between, mostTogether } = forms[kind];
  const shown = cards.slice(0, mostTogether);
  const limit =
    cards.length === 1 ? longest : Math.floor((longest - roomForRest) / shown.length) - between.length;
  const lines = shown.map((card) => composeLine(kind, { template, link }, card, limit));
  const rest = cards.length - shown.length;
  return [...lines, ...(rest > 0 ? [`+${rest}`] : [])].join(between);
}

/** The message is what gives way. */
function composeLine(
  kind: PostKind,
  { template, link }: { template: string; link: string },
  { name, amount, fiat, message }: PostCard,
  limit: number,
): string {
  const say = (letters: readonly string[], isCut: boolean): string =>
    fillTemplate(template, {
      name: plainFor(kind, name) || 'Anonymous',
      amount,
      fiat,
      message: plainFor(kind, `${letters.join('')}${isCut ? '…' : ''}`),
      link,
    });
  const letters = Array.from(message);
  let text = say(letters, false);
  for (let kept = letters.length; text.length > limit && kept > 0;) {
    kept = Math.max(0, kept - Math.max(1, Math.ceil((text.length - limit) / 2)));
    text = kept === 0 ? say([], false) : say(letters.slice(0, kept), true);
  }
  return text.length <= limit ? text : cutTo(text, limit);
}

function cutTo(text: string, limit: number): string {
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
