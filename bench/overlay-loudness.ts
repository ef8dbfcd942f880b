import { type Browser, chromium } from '@playwright/test';
import { levelSamples } from '#web/overlay/level-samples.ts';
import { loudnessOf, sampleRate } from '#web/overlay/loudness.ts';
import { StandIn } from '#web/overlay/test/stand-in.ts';
import { wavOf } from '#web/overlay/wav.ts';
import { getChromium } from '../scripts/find-chromium.mjs';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { quantile } from './lib/quantiles.ts';
import { inMs } from './lib/units.ts';

const seconds = 15;
const alerts = 20;
const goal = { delayMs: 500, offLu: 1 };

/** Clips as donors send them, and what is hard about each. */
const clips: Record<string, (t: number) => number> = {
  'a quiet tone at −30 dBFS': (t) => 0.0316 * Math.sin(2 * Math.PI * 440 * t),
  'a tone at full scale': (t) => Math.sin(2 * Math.PI * 440 * t),
  'a square wave at full scale': (t) => Math.sign(Math.sin(2 * Math.PI * 220 * t)),
  'syllables: bursts with pauses, peaks at −12 dBFS': (t) =>
    0.25 * Math.exp(-((t * 4) % 1) * 4) * Math.sin(2 * Math.PI * 300 * t),
  'quiet with bangs at full scale': (t) => (t % 3 < 0.002 ? 1 : 0.02) * Math.sin(2 * Math.PI * 440 * t),
  'loud only in the last two seconds': (t) => (t < 13 ? 0.01 : 0.9) * Math.sin(2 * Math.PI * 440 * t),
};

/** How even clips become without the server's help, and how long their sound waits for it. */
export async function measureOverlayLoudness({ cleanUp }: FigureContext): Promise<Outcome> {
  const rows = Object.entries(clips).map(([name, sampleAt]) => levelOf(name, sampleAt));
  const standIn = await StandIn.start();
  cleanUp.defer(() => standIn.stop());
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: ['--autoplay-policy=no-user-gesture-required'],
  });
  cleanUp.defer(() => browser.close());
  const delays = await measureDelays(browser, standIn);
  const worstOff = Math.max(...rows.map(({ after }) => Math.abs(after + 16)));
  const worstPeak = Math.max(...rows.map(({ peak }) => peak));
  const median = quantile(delays, 0.5);
  const body = [
    markdownTable(
      ['clip of 15 s', 'before', 'after', 'highest peak after'],
      rows.map(({ name, before, after, peak }) => [
        name,
        `${before.toFixed(1)} LUFS`,
        `${after.toFixed(1)} LUFS`,
        `${(20 * Math.log10(peak)).toFixed(1)} dBFS`,
      ]),
    ),
    `The sound of a clip starts ${inMs(median)} after its card (median of ${alerts}; longest ${inMs(Math.max(...delays))}): ` +
      `a WAV file of ${seconds} s in stereo, ${(seconds * 44_100 * 4) / 1e6} MB, fetched, decoded, measured, levelled ` +
      `and opened again, in Chromium ${browser.version()}. At most 18 dB are added: a whisper stays below the others.`,
  ];
  return {
    title: 'Loudness of clips, evened in the overlay',
    goals: [
      {
        what: `every clip that 18 dB can reach within ${goal.offLu} LU of −16 LUFS`,
        measured: `worst ${worstOff.toFixed(1)} LU`,
        isMet: worstOff <= goal.offLu,
      },
      {
        what: 'no peak above −1 dBFS',
        measured: `${(20 * Math.log10(worstPeak)).toFixed(1)} dBFS`,
        isMet: worstPeak < 0.891,
      },
      {
        what: `sound at most ${goal.delayMs} ms after the card, median`,
        measured: inMs(median),
        isMet: median <= goal.delayMs,
      },
    ],
    body: body.join('\n\n'),
  };
}

function levelOf(name: string, sampleAt: (t: number) => number) {
  const channels = stereo(sampleAt, sampleRate);
  const before = loudnessOf(channels);
  levelSamples(channels);
  const peak = channels[0]?.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) ?? 0;
  return { name, before, after: loudnessOf(channels), peak };
}

function stereo(sampleAt: (t: number) => number, rate: number): Float32Array[] {
  const channel = Float32Array.from({ length: seconds * rate }, (_, i) => sampleAt(i / rate));
  return [channel, Float32Array.from(channel)];
}

/** Milliseconds from each card to the start of its sound, as the page has them. */
async function measureDelays(browser: Browser, standIn: StandIn): Promise<number[]> {
  const quiet = wavOf(
    stereo((t) => 0.03 * Math.sin(2 * Math.PI * 440 * t), 44_100),
    44_100,
  );
  standIn.clips.set('quiet.wav', new Uint8Array(await quiet.arrayBuffer()));
  const page = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await page.addInitScript(() => {
    const delays: number[] = [];
    Object.assign(window, { delays });
    let cardAt = 0;
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => addedNodes.length > 0)) cardAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
    const play: () => Promise<void> = Reflect.get(HTMLMediaElement.prototype, 'play');
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('playing', () => delays.push(performance.now() - cardAt), { once: true });
      return play.call(this);
    };
  });
  await page.goto(`${standIn.url}/widget/bench`);
  while (standIn.heard.connects.length === 0) await page.waitForTimeout(20);
  for (let count = 1; count <= alerts; count += 1) {
    const { alertId } = standIn.showClip('quiet.wav');
    await page.waitForFunction(
      (expected) => (window as unknown as { delays: number[] }).delays.length === expected,
      count,
    );
    standIn.emit('alert_skipped', { alertId });
    await page.getByRole('article').waitFor({ state: 'detached' });
  }
  return await page.evaluate(() => (window as unknown as { delays: number[] }).delays);
}
