import type { RouteReply } from '#contract/routes.ts';
import { Problem } from '#contract/problem.ts';
import type {
  ClipContent,
  ClipFacts,
  ClipIntake,
  IncomingClip,
  ReceivedClip,
} from '#server/app/clip-ports.ts';
import { newClipName } from './clip-name.ts';
import { creatorHashes } from './creator-hash.ts';
import type { Ports } from '#server/app/ports.ts';
import { clipPath } from './present-donation.ts';

/** What a clip of exactly 15 s may measure more, by its last packet, counts as 15 s. */
const longestMs = 15_000;

interface Prepared {
  content: ClipContent;
  bytes: number;
  facts: ClipFacts;
}

/**
 * Takes a clip in: measured by its content, evened out where ffmpeg is, stored under a name that cannot be guessed.
 * One donation may then claim it within an hour.
 *
 * Throws `Problem`: `uploads_closed`, `audio_quota`, `busy`, and what `IncomingClip` and `ClipMeter` refuse. A refused
 * upload leaves nothing behind, or for an hour at most when what it left could not be deleted at once; one that nobody
 * waits for is refused without further work. Repeating an upload stores another clip.
 */
export async function uploadClip(
  ports: Pick<Ports, 'clips' | 'vault'>,
  { upload, clientAddress, isFromHere }: { upload: IncomingClip; clientAddress: string; isFromHere: boolean },
): Promise<RouteReply<'uploadAudio'>> {
  const { intake, store, files } = ports.clips;
  if (intake === null) throw new Problem('uploads_closed');
  const creator = creatorHashes(clientAddress, ports.vault.fingerprint);
  const quota = isFromHere ? intake.quota : intake.strictQuota;
  await store.checkQuota(creator, 0, quota);
  const received = await upload.receive();
  try {
    const { content, bytes, facts } = await intake.gate(() => prepare(intake, received), received.gone);
    if (received.gone.aborted) throw new Problem('busy');
    const name = newClipName(facts.extension);
    const durationMs = Math.min(Math.round(facts.durationMs), longestMs);
    const { mimeType } = facts;
    await store.reserve({ name, durationMs, mimeType, bytes, creator }, quota);
    try {
      await files.put(name, content, mimeType);
      await store.markStored(name);
    } catch (error) {
      // Best effort, so that it does not count against the quota: the worker deletes what is left an hour later.
      await forget(ports, name).catch(() => undefined);
      throw error;
    }
    return {
      url: clipPath(name),
      originalName: received.originalName,
      size: received.bytes,
      duration: durationMs / 1000,
      fileName: name,
    };
  } finally {
    await received.discard();
  }
}

/** The row goes last: as long as there may be a file, something has to stand for it. */
async function forget({ clips: { files, store } }: Pick<Ports, 'clips'>, name: string): Promise<void> {
  await files.remove(name);
  await store.markDeleted(name);
}

/** Measuring takes its bytes away; whatever follows reads them piece by piece, so that a clip is in memory once at most. */
async function prepare({ meter, normalise }: ClipIntake, received: ReceivedClip): Promise<Prepared> {
  const facts = await meter.measure(await received.read());
  if (normalise === null) return { content: received.pieces(), bytes: received.bytes, facts };
  const content = await normalise(received.pieces(), received.gone);
  return { content, bytes: content.length, facts: await meter.measure(new Uint8Array(content)) };
}
