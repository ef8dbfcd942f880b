import type { Page } from '@playwright/test';

interface Played {
  /** Its path; 'levelled' for a clip that the overlay evened out itself, as it does for a server without ffmpeg. */
  src: string;
  loudest: number;
}

/** Listens to everything that a page plays: its source, and the loudest sample that came out of it (0 to 1). */
export async function listenToSound(page: Page): Promise<{ played(): Promise<Played[]> }> {
  await page.addInitScript(() => {
    const played: { src: string; loudest: number }[] = [];
    Object.assign(window, { e2ePlayed: played });
    const original: () => Promise<void> = Reflect.get(HTMLMediaElement.prototype, 'play');
    HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
      const src = this.src.startsWith('blob:') ? 'levelled' : new URL(this.src).pathname;
      const record = { src, loudest: 0 };
      played.push(record);
      const started = original.call(this);
      void started.then(() => {
        const capture = (this as HTMLMediaElement & { captureStream(): MediaStream }).captureStream();
        const audio = new AudioContext();
        const analyser = audio.createAnalyser();
        audio.createMediaStreamSource(capture).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        const timer = setInterval(() => {
          analyser.getFloatTimeDomainData(samples);
          for (const sample of samples) record.loudest = Math.max(record.loudest, Math.abs(sample));
          if (this.ended) clearInterval(timer);
        }, 20);
      });
      return started;
    };
  });
  return { played: () => page.evaluate(() => (window as unknown as { e2ePlayed: Played[] }).e2ePlayed) };
}
