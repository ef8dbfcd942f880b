import type { Page } from '@playwright/test';

/** Processor time of Chromium in a stretch of time, as a share of one core. */
export interface ProcessShare {
  /** The processes that run the pages: script, style, layout, paint and the compositor's thread. */
  renderer: number;
  /** The process that puts layers together and draws them; without a graphics card it does so on the processor. */
  gpu: number;
  /** All of Chromium's processes, those two included. */
  all: number;
}

/** What Chromium used in so many seconds in which nothing is done with the page, and nothing is traced. */
export async function measureProcessShare(page: Page, seconds: number): Promise<ProcessShare> {
  const before = await processorSeconds(page);
  const startedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const after = await processorSeconds(page);
  const elapsed = (performance.now() - startedAt) / 1000;
  const share = (part: keyof ProcessShare) => (after[part] - before[part]) / elapsed;
  return { renderer: share('renderer'), gpu: share('gpu'), all: share('all') };
}

async function processorSeconds(page: Page): Promise<ProcessShare> {
  const browser = page.context().browser();
  if (browser === null) throw new TypeError('A page that was opened here has a browser.');
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const sum = (type?: string) =>
    processInfo.reduce((all, one) => all + (type === undefined || one.type === type ? one.cpuTime : 0), 0);
  return { renderer: sum('renderer'), gpu: sum('GPU'), all: sum() };
}
