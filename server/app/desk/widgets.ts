import { Problem } from '#contract/problem.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * Whose widgets a code opens. Only the secret one does: throws `Problem('invalid_link_code')` for the public code, and
 * for one that is unknown or was replaced.
 */
export async function findWidgetStreamer(
  ports: Pick<Ports, 'streamers'>,
  linkCode: string,
): Promise<{ userId: string }> {
  const found = await ports.streamers.findByCode(linkCode);
  if (found?.isWidgetCode !== true) throw new Problem('invalid_link_code');
  return { userId: found.streamer.id };
}
