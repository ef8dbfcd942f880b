import { socketNamespace } from '#contract/realtime.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';

/** The public link, the socket's address, and the widget's secret code. They never mix. */
export async function donationLink(
  ports: Pick<Ports, 'streamers' | 'settings'>,
  userId: string,
): Promise<RouteReply<'donationLink'>> {
  const streamer = await ports.streamers.find(userId);
  if (streamer === null) throw new Problem('unauthorized');
  return {
    url: `${ports.settings.publicUrl}/donate/${streamer.donationCode}`,
    websocketUrl: `${ports.settings.publicUrl}${socketNamespace}`,
    linkCode: streamer.widgetCode,
  };
}
