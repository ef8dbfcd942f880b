import { newClipName } from '#server/app/donations/clip-name.ts';
import type { ClipPorts, ClipQuota } from '#server/app/clip-ports.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { clipPath } from '#server/app/donations/present-donation.ts';
import type { Speech, SpeechPorts, Voice } from '#server/app/speech-ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Programs that speak at the same time: one processor's worth on a small machine. */
const mostAtOnce = 2;
/** Longer than a program may take. */
const leaseMs = 8000;
const lookEveryMs = 2000;
/** They count to the room of all clips and to nobody's own. */
const noQuota = { unclaimedPerAddress: Infinity, bytesPerAddress: Infinity };

type Needs = { speech: Pick<SpeechPorts, 'queue' | 'voice'>; clips: ClipPorts } & Pick<Ports, 'hints'>;

/**
 * Says what waits to be said: a text becomes a sound that is kept as a clip for an hour, and overlays hear of it. Cards
 * never wait for it. Null where this server has no voice.
 */
export function saySpeeches({ speech: { queue, voice }, clips, hints }: Needs, log: Log): Worker | null {
  if (voice === null) return null;
  const running = new Set<Promise<void>>();
  const say = async (speech: Speech): Promise<void> => {
    try {
      await queue.finish(speech, clipPath(await keepSound(clips, voice, speech)));
    } catch (error) {
      log.warn({ alert: speech.alertId, error }, 'An alert could not be read aloud.');
      await queue.fail(speech);
    }
  };
  const worker = startWorker({
    name: 'say-speeches',
    log,
    maxIdleMs: lookEveryMs,
    wakeOn: { hints, topic: 'speech' },
    step: async () => {
      if (running.size >= mostAtOnce) return null;
      for (const speech of await queue.claim(mostAtOnce - running.size, leaseMs)) {
        const work = say(speech)
          .catch((error: unknown) =>
            log.warn({ error }, 'What became of a text to read could not be stored.'),
          )
          .finally(() => {
            running.delete(work);
            worker.wake();
          });
        running.add(work);
      }
      return null;
    },
  });
  return {
    wake: () => worker.wake(),
    async stop() {
      await worker.stop();
      await Promise.all(running);
    },
  };
}

/** The row comes first and the file second, as with every clip; both go after an hour. */
async function keepSound(
  { store, files, intake }: ClipPorts,
  voice: Voice,
  { text, language }: Speech,
): Promise<string> {
  const { bytes, durationMs } = await voice(text, language);
  const name = newClipName('wav');
  const quota: ClipQuota = { ...noQuota, bytesInAll: intake?.quota.bytesInAll ?? Infinity };
  const mimeType = 'audio/wav';
  await store.reserve({ name, durationMs, mimeType, bytes: bytes.length, creator: 'speech' }, quota);
  await files.put(name, bytes, mimeType);
  await store.markStored(name);
  return name;
}
