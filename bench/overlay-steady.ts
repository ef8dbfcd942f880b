import { type Browser, chromium, type Page } from '@playwright/test';
import { StandIn } from '#web/overlay/test/stand-in.ts';
import { chromiumPath } from './lib/chromium-path.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { type PageWork, tracePage } from './lib/trace-page.ts';
import { inPercent } from './lib/units.ts';

const settleMs = 2000;
const tracedSeconds = 10;
/** More than a standing card: half a percent of the main thread. */
const goalExtraMs = 5;

/** The same three cards, painted in different ways; the style is laid over the product's own. */
const variants = {
  'no card (idle)': null,
  'cards that stand still': '.alert-card-ring::before { animation: none }',
  'the product: a painted cone, turned in steps': '',
  'the same, turned smoothly': '.alert-card-ring::before { animation-timing-function: linear }',
  'peer: an animated box-shadow': `
    .alert-card-ring::before { animation: none }
    .alert-card { animation: peer 2.4s ease-in-out infinite alternate }
    @keyframes peer {
      from { box-shadow: 0 0 4px 1px #22c55e }
      to { box-shadow: 0 0 26px 6px #22c55e }
    }`,
} satisfies Record<string, string | null>;
const product = 'the product: a painted cone, turned in steps';
const still = 'cards that stand still';

/** What three cards on screen cost once they stand: layout, paint and processor time, beside other ways to paint them. */
export async function measureOverlaySteady({ cleanUp }: FigureContext): Promise<Outcome> {
  const standIn = await StandIn.start();
  cleanUp.defer(() => standIn.stop());
  const browser = await launch();
  cleanUp.defer(() => browser.close());
  const work: Record<string, PageWork> = {};
  for (const [name, style] of Object.entries(variants)) {
    const page = await openPage(browser, standIn, style);
    await page.waitForTimeout(settleMs);
    work[name] = await tracePage(page, tracedSeconds);
    await page.close();
  }
  return report(work, browser.version());
}

async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--autoplay-policy=no-user-gesture-required'],
  });
}

/** The overlay with three cards that stay, or with none where the style is null. */
async function openPage(browser: Browser, standIn: StandIn, style: string | null): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => set(run, ms > 6000 ? 1e9 : ms) });
  });
  const connected = standIn.heard.connects.length;
  await page.goto(`${standIn.url}/widget/bench`);
  while (standIn.heard.connects.length === connected) await page.waitForTimeout(20);
  if (style === null) return page;
  for (const donatorName of ['Zoë', 'foxglove', 'Maximiliana']) standIn.show({ donatorName });
  await page.getByRole('article').nth(2).waitFor();
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    await document.fonts.ready;
    const entering = document.getAnimations().filter((animation) => {
      const { iterations } = animation.effect?.getTiming() ?? {};
      return iterations === 1;
    });
    await Promise.all(entering.map((animation) => animation.finished));
  }, style);
  return page;
}

function report(work: Record<string, PageWork>, version: string): Outcome {
  const [own, static_] = [work[product], work[still]];
  if (own === undefined || static_ === undefined) throw new TypeError('Every variant was measured.');
  const extraMs = own.mainThreadMs - static_.mainThreadMs;
  const goals = [
    { what: '0 layouts a second', measured: own.layouts.toFixed(1), isMet: own.layouts === 0 },
    { what: '0 paints a second', measured: own.paints.toFixed(1), isMet: own.paints === 0 },
    {
      what: `at most ${goalExtraMs} ms of main thread a second more than cards that stand still`,
      measured: `${extraMs.toFixed(1)} ms`,
      isMet: extraMs <= goalExtraMs,
    },
  ];
  const rows = Object.entries(work).map(([name, { layouts, styles, paints, mainThreadMs, cpuShare }]) => [
    name,
    layouts.toFixed(1),
    styles.toFixed(1),
    paints.toFixed(1),
    `${mainThreadMs.toFixed(1)} ms`,
    inPercent(cpuShare),
  ]);
  const body = [
    markdownTable(
      [
        'three cards at 400 × 600',
        'layouts/s',
        'styles/s',
        'paints/s',
        'main thread/s',
        'Chromium, of one core',
      ],
      rows,
    ),
    `Chromium ${version}, headless, drawing in software, so the last column is dearer than with a graphics card; ` +
      `counted from a trace of ${tracedSeconds} s that begins ${settleMs / 1000} s after the last card came in. Main ` +
      'thread time is time on the processor. The overlay is the built one, served by a stand-in for the server.',
  ];
  return { title: 'What standing cards cost', goals, body: body.join('\n\n') };
}
