import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { checkPlace, followLink } from '#server/app/posts/check-places.ts';
import type { ClaimedPlace } from '#server/app/posts/post-ports.ts';
import { sendPosts } from '#server/app/posts/send-posts.ts';
import { sendDue } from './send-due.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Longer than sending may take, with a token that is refreshed between. */
const leaseMs = 60_000;
/** Messages on their way at the same time. */
const mostAtOnce = 16;
const lookEveryMs = 1000;
const tidyEveryMs = 600_000;

type Needs = Pick<Ports, 'posts' | 'clock' | 'settings' | 'hints'> & { random?: () => number };

/** Everything that posts need to be done in the background. */
export function postWorkers(ports: Needs, log: Log): Worker[] {
  const workers = [deliverPosts(ports, log), tidyPosts(ports, log), followTwitch(ports, log)];
  return workers.filter((worker) => worker !== null);
}

/** Sends what is due to Discord and Twitch: one message at a time to each place. Neither money nor alerts wait for it. */
function deliverPosts(ports: Needs, log: Log): Worker {
  const { queue } = ports.posts;
  const deps = { ...ports, random: ports.random ?? Math.random };
  return sendDue<ClaimedPlace>(
    {
      name: 'deliver-posts',
      topic: 'posts',
      queue,
      claim: async (onTheWay) => {
        const most = mostAtOnce - onTheWay.length;
        if (most <= 0) return null;
        return { claimed: await queue.claim({ now: ports.clock.now(), leaseMs, most }), most };
      },
      send: (place, signal) => sendPosts(deps, place, signal),
      onLost: (place, error) =>
        log.warn({ place: place.id, error }, 'What became of a post could not be stored; it is given up.'),
    },
    ports,
    log,
  );
}

/**
 * Waits for codes that streamers type at Twitch, and has its tokens validated: all when this begins, each hourly from then
 * on. Null where Twitch is not set up.
 */
function followTwitch(ports: Needs, log: Log): Worker | null {
  if (ports.posts.twitch === null) return null;
  const ending = new AbortController();
  const deps = { ...ports, random: Math.random };
  let hasBegun = false;
  const worker = startWorker({
    name: 'follow-twitch',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => {
      if (!hasBegun) await ports.posts.queue.checkAll('twitch', ports.clock.now());
      hasBegun = true;
      const hasFollowed = await followLink(deps);
      const hasChecked = await checkPlace(deps, ending.signal);
      return hasFollowed || hasChecked ? new Date(0) : null;
    },
  });
  return {
    wake: () => worker.wake(),
    async stop() {
      ending.abort();
      await worker.stop();
    },
  };
}

/** Clears away posts that are older than 30 days. */
function tidyPosts({ posts, clock }: Pick<Ports, 'posts' | 'clock'>, log: Log): Worker {
  return startWorker({
    name: 'tidy-posts',
    log,
    maxIdleMs: tidyEveryMs,
    step: async () => ((await posts.queue.tidy(clock.now())) ? new Date(0) : null),
  });
}
