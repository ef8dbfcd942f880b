import type { PostDeps } from './send-posts.ts';

/** Twitch wants every token validated at least hourly, also where nothing is sent. */
export const checkEveryMs = 55 * 60_000;
/** Where the service was silent it is asked again after this. */
const againMs = 5 * 60_000;
const leaseMs = 60_000;

/** Asks Twitch about one token that is due to be asked about. True when there was one. */
export async function checkPlace({ posts, clock }: PostDeps, ending: AbortSignal): Promise<boolean> {
  const { queue, twitch } = posts;
  const check = twitch?.sender.check ?? null;
  if (check === null) return false;
  const now = clock.now();
  const place = await queue.claimUnchecked('twitch', { now, leaseMs });
  if (place === null) return false;
  const found = await check(queue.use(place), ending);
  if (found === 'gone' || found === 'refused') await queue.end(place, found, now);
  else {
    await queue.noteChecked(place, new Date(now.getTime() + (found === 'fine' ? checkEveryMs : againMs)));
    await queue.free(place, null);
  }
  return true;
}

/** Asks Twitch whether one of the codes that are waited for was typed. True when there was one to ask for. */
export async function followLink({
  posts: { queue, twitch },
  clock,
}: Pick<PostDeps, 'posts' | 'clock'>): Promise<boolean> {
  if (twitch === null) return false;
  const link = await queue.claimLink({ now: clock.now(), leaseMs });
  if (link === null) return false;
  const answer = await twitch.linker.ask(link.deviceCode);
  const now = clock.now();
  if (answer === 'over') await queue.passLink(link, null);
  else if (answer === 'pending' || answer === null)
    await queue.passLink(link, new Date(now.getTime() + link.everyMs));
  else if (!(await queue.finishLink(link, answer, now))) await twitch.sender.end(answer.key);
  return true;
}
