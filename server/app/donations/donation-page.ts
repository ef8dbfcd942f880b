import { isPresetOffered } from '#contract/account.ts';
import type { RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import { isModerated } from '#contract/moderation.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import type { RememberedPage } from '#server/app/reads/read-memories.ts';
import type { Remembered } from '#server/app/reads/read-memory.ts';
import { rooms } from '#server/app/rooms.ts';
import { offerTokens } from '#server/app/money/tokens.ts';

type Page = RouteReply<'donationPage'>;

/** A server of a version before this memory, beside this one during an upgrade, tells of no change of settings. */
const believedMs = 10_000;

/** What looking up a link needs. */
export type SharedLinkPorts = Pick<
  Ports,
  'streamers' | 'clips' | 'alertSettings' | 'clock' | 'memories' | 'tokens'
>;

/** An open link as previews of it tell of it: its page and its public code. Null for any other code. */
export async function findSharedLink(
  ports: SharedLinkPorts,
  linkCode: string,
): Promise<{ page: Page; donationCode: string } | null> {
  const remembered = await ports.memories.pages.read(linkCode, () => loadPage(ports, linkCode));
  if (remembered === null || remembered.page === null) return null;
  return { page: remembered.page, donationCode: remembered.donationCode };
}

/** What a donation page shows before a donation is created. Throws `Problem('invalid_link_code')`. */
export async function donationPage(ports: SharedLinkPorts, linkCode: string): Promise<Page> {
  const link = await findSharedLink(ports, linkCode);
  if (link === null) throw new Problem('invalid_link_code');
  return link.page;
}

/** A link that is closed is remembered as such; of codes that never were a link there is no end. */
async function loadPage(
  ports: Omit<SharedLinkPorts, 'memories'>,
  linkCode: string,
): Promise<Remembered<RememberedPage> | null> {
  const until = new Date(ports.clock.now().getTime() + believedMs);
  const found = await ports.streamers.findByCode(linkCode);
  if (found === null) return null;
  const { streamer } = found;
  const page = isOpen(streamer) ? await presentPage(ports, streamer) : null;
  return { value: { page, donationCode: streamer.donationCode }, rooms: [rooms.pages(streamer.id)], until };
}

async function presentPage(
  ports: Pick<Ports, 'clips' | 'alertSettings' | 'tokens'>,
  streamer: Streamer,
): Promise<Page> {
  const settings = await ports.alertSettings.find(streamer.id);
  const tokens = await offerTokens(ports, streamer.id);
  return {
    streamerName: streamer.username,
    minDonationAmount: lamportsToSol(streamer.minLamports),
    acceptsClips: ports.clips.intake !== null,
    clipMinimumAmount: settings.clipMinimumAmount,
    isModerated: isModerated(settings),
    approvesFirst: settings.approveFirst,
    presetAmounts: streamer.presetLamports
      .filter((preset) => isPresetOffered(preset, streamer.minLamports))
      .map(lamportsToSol),
    ...(streamer.channels.length > 0 && { channels: [...streamer.channels] }),
    ...(tokens.length > 0 && { tokens }),
  };
}

/** Unknown, switched off and suspended are the same answer (decisions: 'Link disabled'). */
function isOpen({ acceptingDonations, suspendedAt }: Streamer): boolean {
  return acceptingDonations && suspendedAt === null;
}
