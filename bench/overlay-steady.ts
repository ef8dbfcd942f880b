import { type Browser, chromium, type Page } from '@playwright/test';
import { StandIn } from '#web/overlay/test/stand-in.ts';
import { getChromium } from '../scripts/find-chromium.mjs';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, pairedRatio } from './lib/paired-rounds.ts';
import { measureProcessShare, type ProcessShare } from './lib/process-time.ts';
import { quantile } from './lib/quantiles.ts';
import { type PageWork, tracePage } from './lib/trace-page.ts';
import { inPercent } from './lib/units.ts';

const settleMs = 2000;
const tracedSeconds = 5;
const rounds = 5;
const measuredSeconds = 8;
/** More than a standing card: half a percent of the main thread. */
const goalExtraMs = 5;
const goalRatio = 0.3;

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
type Variant = keyof typeof variants;
const product: Variant = 'the product: a painted cone, turned in steps';
const still: Variant = 'cards that stand still';
const peer: Variant = 'peer: an animated box-shadow';

type PerVariant<T> = Map<Variant, T>;

/**
 * What three cards on screen cost once they stand: style, layout, paint and processor time, beside other ways to paint them.
 */
export async function measureOverlaySteady({ cleanUp }: FigureContext): Promise<Outcome> {
  const standIn = await StandIn.start();
  cleanUp.defer(() => standIn.stop());
  const browser = await launch();
  cleanUp.defer(() => browser.close());
  const watch = async <T>(name: Variant, act: (page: Page) => Promise<T>): Promise<T> => {
    const page = await openPage(browser, standIn, variants[name]);
    await page.waitForTimeout(settleMs);
    const result = await act(page);
    await page.close();
    return result;
  };
  const work: PerVariant<PageWork> = new Map();
  for (const name of Object.keys(variants) as Variant[])
    work.set(name, await watch(name, (page) => tracePage(page, tracedSeconds)));
  const shares: PerVariant<ProcessShare[]> = new Map();
  const share = (name: Variant) => async (): Promise<number> => {
    const measured = await watch(name, (page) => measureProcessShare(page, measuredSeconds));
    shares.set(name, [...(shares.get(name) ?? []), measured]);
    return measured.renderer;
  };
  const pairs = await measureInTurn(rounds, {
    ours: share(product),
    floor: async () => {
      await share(still)();
      return await share(peer)();
    },
  });
  return report({ work, shares, ratio: pairedRatio(pairs) }, browser.version());
}

async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await getChromium(),
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

interface Measured {
  work: PerVariant<PageWork>;
  shares: PerVariant<ProcessShare[]>;
  ratio: ReturnType<typeof pairedRatio>;
}

function report({ work, shares, ratio }: Measured, version: string): Outcome {
  const [own, static_] = [work.get(product), work.get(still)];
  if (own === undefined || static_ === undefined) throw new TypeError('Every variant was measured.');
  const extraMs = own.mainThreadMs - static_.mainThreadMs;
  const eachSecond = [own.styles, own.layouts, own.paints];
  const goals = [
    {
      what: '0 styles, layouts and paints a second',
      measured: eachSecond.map((count) => count.toFixed(1)).join(', '),
      isMet: eachSecond.every((count) => count === 0),
    },
    {
      what: `renderer processes ≤ ${goalRatio}× of an animated box-shadow`,
      measured: inTimes(ratio),
      isMet: ratio.median <= goalRatio,
    },
    {
      what: `at most ${goalExtraMs} ms of main thread a second more than cards that stand still`,
      measured: `${extraMs.toFixed(1)} ms`,
      isMet: extraMs <= goalExtraMs,
    },
  ];
  const body = [workTable(work), shareTable(shares), shareChart(shares), method(version)];
  return { title: 'What standing cards cost', goals, body: body.join('\n\n') };
}

function workTable(work: PerVariant<PageWork>): string {
  return markdownTable(
    ['three cards at 400 × 600', 'styles/s', 'layouts/s', 'paints/s', 'main thread/s'],
    [...work].map(([name, { styles, layouts, paints, mainThreadMs }]) => [
      name,
      ...[styles, layouts, paints].map((count) => count.toFixed(1)),
      `${mainThreadMs.toFixed(1)} ms`,
    ]),
  );
}

const parts = ['renderer', 'gpu', 'all'] as const;

function shareTable(shares: PerVariant<ProcessShare[]>): string {
  return markdownTable(
    ['of one core, median (least–most)', 'renderer', 'GPU process', 'all of Chromium'],
    [...shares].map(([name, measured]) => [
      name,
      ...parts.map((part) => {
        const values = measured.map((one) => one[part]);
        const [least, most] = [inPercent(Math.min(...values)), inPercent(Math.max(...values))];
        return `${inPercent(quantile(values, 0.5))} (${least}–${most})`;
      }),
    ]),
  );
}

function shareChart(shares: PerVariant<ProcessShare[]>): string {
  return barChart(
    [...shares].map(([label, measured]) => {
      const value = quantile(
        measured.map(({ renderer }) => renderer),
        0.5,
      );
      return { label, value, text: inPercent(value) };
    }),
  );
}

function method(version: string): string {
  return (
    `Chromium ${version}, headless, drawing in software. The renderer is Chromium's process that runs the page: script, ` +
    'style, layout, paint and the thread that moves layers; the chart shows its median. The GPU process puts the layers ' +
    'together, here on the processor and so dearer than with a graphics card. Both are its own account ' +
    `(SystemInfo.getProcessInfo), over ${measuredSeconds} s without a trace, ${rounds} rounds in turn, beginning ` +
    `${settleMs / 1000} s after the last card came in. Counts and main thread time (on the processor) are from a trace of ` +
    `${tracedSeconds} s each. The overlay is the built one, served by a stand-in for the server.`
  );
}
