import type { PostKind } from '#contract/posts.ts';
import type { Ports } from '#server/app/ports.ts';
import { composePost } from '#server/domain/posts/compose-post.ts';
import { judgePost, postPauseMs } from '#server/domain/posts/judge-post.ts';
import type { ClaimedPlace, PostOutcome, PostPorts, PostSender, WaitingPost } from './post-ports.ts';
import { presentPostCard, testCard } from './present-post.ts';

/** What sending needs. */
export type PostDeps = Pick<Ports, 'posts' | 'clock' | 'settings'> & { random: () => number };

/** At most so often, so that chats stay readable; what comes meanwhile goes together. Services allow a little more. */
const paceMs: Record<PostKind, number> = { discord: 2000, twitch: 2000 };

/**
 * Sends what waits at a held place, in one message, and frees the place.
 *
 * Sent at most once: who dies after `begin` has it given up by the next. A refusal to take it is believed, and then it is
 * tried again until it is too old.
 */
export async function sendPosts(deps: PostDeps, place: ClaimedPlace, ending: AbortSignal): Promise<void> {
  const { queue } = deps.posts;
  const now = deps.clock.now();
  const sender = senderOf(deps.posts, place.kind);
  const waiting = await queue.waiting(place, now);
  const due = await sortOut(deps, place, waiting.posts);
  if (due.length === 0 || sender === null)
    return await queue.free(place, sender === null ? later(now) : null);
  const begun = new Set(
    await queue.begin(
      place,
      due.map(({ id }) => id),
    ),
  );
  const going = due.filter(({ id }) => begun.has(id));
  if (going.length === 0) return await queue.free(place, null);
  const cards = going.map(({ alert }) => (alert === null ? testCard : presentPostCard(alert, waiting.look)));
  const link = `${deps.settings.publicUrl}/donate/${waiting.donationCode}`;
  const text = composePost(place.kind, { template: place.template, link }, cards);
  await conclude(deps, place, going, await sender.send(queue.use(place), text, ending));
}

/** The sender of a kind of place; null: the operator does not offer it any more. */
export function senderOf({ discord, twitch }: PostPorts, kind: PostKind): PostSender | null {
  return kind === 'discord' ? discord.sender : (twitch?.sender ?? null);
}

/** Gives up what is not for viewers or too old. A test goes alone: it must not be taken for a donation. */
async function sortOut(
  { posts: { queue }, clock }: PostDeps,
  place: ClaimedPlace,
  posts: readonly WaitingPost[],
): Promise<WaitingPost[]> {
  const now = clock.now();
  const judged = posts.map((post) => ({
    post,
    verdict: post.isTest ? ('send' as const) : judgePost(post, now),
  }));
  for (const error of ['not_for_viewers', 'too_old'] as const) {
    const ids = judged.filter(({ verdict }) => verdict === error).map(({ post }) => post.id);
    await queue.settle(place, ids, { is: 'over', error, said: null }, now);
  }
  const due = judged.filter(({ verdict }) => verdict === 'send').map(({ post }) => post);
  const tests = due.filter(({ isTest }) => isTest);
  return tests.length > 0 ? tests : due;
}

async function conclude(
  { posts: { queue }, clock, random }: PostDeps,
  place: ClaimedPlace,
  posts: readonly WaitingPost[],
  outcome: PostOutcome,
): Promise<void> {
  const now = clock.now();
  const ids = posts.map(({ id }) => id);
  const soon = new Date(now.getTime() + paceMs[place.kind]);
  if (outcome.is === 'sent') {
    await queue.settle(place, ids, { is: 'sent' }, now);
    return await queue.free(place, new Date(Math.max(soon.getTime(), now.getTime() + outcome.restMs)));
  }
  if (outcome.is === 'ended') return await queue.end(place, outcome.why, now);
  if (outcome.is === 'later') {
    const { error, afterMs } = outcome;
    const attempts = Math.max(...posts.map((post) => post.attempts)) + 1;
    const nextAt = new Date(now.getTime() + postPauseMs(attempts, afterMs, random()));
    // Somebody waits for a test: they are told at once.
    const isTest = posts.some((post) => post.isTest);
    await queue.settle(
      place,
      ids,
      isTest ? { is: 'over', error, said: null } : { is: 'later', error, nextAt },
      now,
    );
    return await queue.free(place, nextAt);
  }
  const refused = outcome.is === 'refused' ? outcome : { error: 'unsure' as const, said: null };
  await queue.settle(place, ids, { is: 'over', error: refused.error, said: refused.said }, now);
  await queue.free(place, soon);
}

function later(now: Date): Date {
  return new Date(now.getTime() + 60_000);
}
