import type { BrowserContextOptions, Page } from '@playwright/test';
import { securityHeaders } from '#server/http/security-headers.ts';
import { StandIn } from '#web/overlay/test/stand-in.ts';
import { wavOf } from '#web/overlay/wav.ts';
import { test as watched } from './watched-page.ts';

/** The size that the product recommends for the browser source. */
export const browserSource: BrowserContextOptions = { viewport: { width: 400, height: 600 } };

/** Journeys of the overlay alone, against a stand-in for the server that a test holds in its hands. */
export const test = watched.extend<{
  /** What the stand-in takes over from the product. */
  product: { headersOf: typeof securityHeaders };
  standIn: StandIn;
  /** Opens the overlay as OBS does, and waits until it has announced itself. `path` follows `/widget/`. */
  openOverlay: (options?: BrowserContextOptions & { path?: string; speed?: number }) => Promise<Page>;
}>({
  product: [{ headersOf: securityHeaders }, { option: true }],
  standIn: async ({ product }, use) => {
    const standIn = await StandIn.start(product);
    await use(standIn);
    await standIn.stop();
  },
  openPage: async ({ standIn, openPage }, use) => {
    // Opened after the stand-in and closed before it: a page that loses its server complains.
    void standIn;
    await use(openPage);
  },
  openOverlay: async ({ openPage, standIn }, use) => {
    await use(async ({ path = 'secret', speed, ...options } = {}) => {
      const page = await openPage({ ...browserSource, ...options }, 404);
      if (speed !== undefined) await page.addInitScript(hastenTime, speed);
      const announced = standIn.heard.connects.length;
      await page.goto(`${standIn.url}/widget/${path}`);
      await watched.expect.poll(() => standIn.heard.connects.length).toBeGreaterThan(announced);
      return page;
    });
  },
});

/**
 * Lets the time of a page's scripts run faster: what waits seven seconds waits seven seconds divided by `speed`.
 * Sound and animations keep theirs, and so does what waits longer than 20 seconds or between 7 and 15: the heartbeat
 * of a connection, which the server does not hasten.
 */
export function hastenTime(speed: number): void {
  const { setTimeout: set } = globalThis;
  const now = performance.now.bind(performance);
  const hastened = (run: () => void, ms = 0) => {
    const isHeartbeat = ms > 20_000 || (ms > 7000 && ms < 15_000);
    return set(run, isHeartbeat ? ms : ms / speed);
  };
  Object.assign(globalThis, { setTimeout: hastened });
  performance.now = () => now() * speed;
}

/** A WAV file of one tone, as a donor might upload it: as long and as loud as asked. */
export async function tone(seconds: number, dbfs: number, hz = 440): Promise<Uint8Array> {
  const rate = 44_100;
  const level = 10 ** (dbfs / 20);
  const samples = Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rate),
  );
  return new Uint8Array(await wavOf([samples, samples], rate).arrayBuffer());
}
