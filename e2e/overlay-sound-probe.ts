import type { Page } from '@playwright/test';

/** One sound that a page has started. */
interface Started {
  /** Path of what is played, or 'levelled' for a copy in memory. */
  source: string;
  isPlaying: boolean;
  volume: number;
  isMuted: boolean;
  seconds: number;
}

interface Probe {
  started: HTMLMediaElement[];
  copies: Blob[];
}

/** Keeps every audio element that a page plays, and every copy that it makes of a clip. Call it before the page is opened. */
export async function probeSound(page: Page) {
  await page.addInitScript(() => {
    const probe: { started: HTMLMediaElement[]; copies: Blob[] } = { started: [], copies: [] };
    Object.assign(window, { soundProbe: probe });
    const play: () => Promise<void> = Reflect.get(HTMLMediaElement.prototype, 'play');
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      probe.started.push(this);
      return play.call(this);
    };
    const createObjectURL: (blob: Blob) => string = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      probe.copies.push(blob);
      return createObjectURL(blob);
    };
  });
  return {
    started: (): Promise<Started[]> =>
      page.evaluate(() =>
        (window as unknown as { soundProbe: Probe }).soundProbe.started.map((player) => ({
          source: player.src.startsWith('blob:') ? 'levelled' : new URL(player.src).pathname,
          isPlaying: !player.paused && !player.ended,
          volume: player.volume,
          isMuted: player.muted,
          seconds: player.currentTime,
        })),
      ),
    /** The newest copy of a clip, which is a WAV file: its samples, each channel on its own. */
    lastCopy: async (): Promise<Float32Array[]> => {
      const base64 = await page.evaluate(async () => {
        const blob = (window as unknown as { soundProbe: Probe }).soundProbe.copies.at(-1) ?? new Blob();
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      });
      const wav = Buffer.from(base64, 'base64');
      const channelCount = wav.readUInt16LE(22);
      const frames = (wav.length - 44) / 2 / channelCount;
      return Array.from({ length: channelCount }, (_, channel) =>
        Float32Array.from(
          { length: frames },
          (_, i) => wav.readInt16LE(44 + 2 * (i * channelCount + channel)) / 32_767,
        ),
      );
    },
  };
}
