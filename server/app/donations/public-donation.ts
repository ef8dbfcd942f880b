import type { PublicDonation } from '#contract/donation.ts';
import { Problem } from '#contract/problem.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentPublic } from './present-donation.ts';
import type { Remembered } from '#server/app/reads/read-memory.ts';
import { rooms } from '#server/app/rooms.ts';

type Needs = Pick<Ports, 'donations' | 'streamers'>;

/** All that a donor's page needs to be opened again, from the database. Throws `Problem('donation_not_found')`. */
export async function readPublicDonation(ports: Needs, id: string): Promise<PublicDonation> {
  const read = await loadPublicDonation(ports, id);
  if (read === null) throw new Problem('donation_not_found');
  return read.value;
}

/** The same, from memory where it is certain. */
export async function rememberedDonation(
  ports: Needs & Pick<Ports, 'clips' | 'memories'>,
  id: string,
): Promise<PublicDonation> {
  const donation = await ports.memories.donations.read(id.toLowerCase(), async () => {
    const read = await loadPublicDonation(ports, id);
    return read === null ? null : { ...read, until: await endOfClip(ports, read.clipName) };
  });
  if (donation === null) throw new Problem('donation_not_found');
  return donation;
}

async function loadPublicDonation(
  ports: Needs,
  id: string,
): Promise<(Omit<Remembered<PublicDonation>, 'until'> & { clipName: string | null }) | null> {
  const donation = await ports.donations.find(id);
  if (donation === null) return null;
  const [streamer, outlook] = await Promise.all([
    ports.streamers.find(donation.userId),
    ports.donations.readOutlook(donation),
  ]);
  if (streamer === null) return null;
  return {
    value: presentPublic(donation, streamer, outlook),
    rooms: [rooms.donation(donation.id), rooms.pages(streamer.id)],
    clipName: donation.clip?.name ?? null,
  };
}

/** From when on a donation has no clip to hear: of that no event tells. */
async function endOfClip(
  { clips }: Pick<Ports, 'clips'>,
  name: string | null,
): Promise<Remembered<unknown>['until']> {
  if (name === null) return null;
  const clip = await clips.store.find(name);
  // By this process's clock it has ended already: the answer holds for this once.
  return clip?.expiresAt ?? new Date(0);
}
