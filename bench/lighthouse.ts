import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getChromium } from '../scripts/find-chromium.mjs';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';

const run = promisify(execFile);
const program = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const runs = 5;
const mostAttempts = 3;
const goal = 95;
const timeoutMs = 180_000;
const longestReportBytes = 64 * 1024 * 1024;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What the performance score is made of. */
const timings = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'layout shift',
  'speed-index': 'speed index',
} as const;

/**
 * As much of Lighthouse's report as is read here. Scores are 0 to 1; `numericValue` is in milliseconds, the shift has no unit.
 */
interface Report {
  lighthouseVersion: string;
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<keyof typeof timings, { numericValue: number }>;
}

/** Lighthouse's four scores of the landing page and of a donation page, as a phone on a slow network sees them. */
export async function measureLighthouse(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const [streamer] = await registerStreamers(server.url, 1);
  if (streamer === undefined) throw new TypeError('One streamer was registered.');
  // Lighthouse counts plain http on localhost as safe.
  const origin = `http://localhost:${new URL(server.url).port}`;
  const pages = { 'landing page': '/', 'donation page': `/donate/${streamer.donationCode}` };
  const reports = new Map<string, Report[]>();
  for (const [name, path] of Object.entries(pages)) {
    const ofPage: Report[] = [];
    while (ofPage.length < runs) ofPage.push(await inspectAgain(origin + path));
    reports.set(name, ofPage);
  }
  return describe(reports);
}

/** On a busy machine the browser's trace sometimes lacks its beginning; Lighthouse then asks to be run again. */
async function inspectAgain(url: string): Promise<Report> {
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    try {
      return await inspect(url);
    } catch (error) {
      console.warn('Lighthouse could not judge the page and is run again.', String(error).slice(0, 200));
    }
  }
  return await inspect(url);
}

async function inspect(url: string): Promise<Report> {
  const { stdout } = await run(
    process.execPath,
    [program, url, '--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
    {
      env: { ...process.env, CHROME_PATH: await getChromium() },
      timeout: timeoutMs,
      maxBuffer: longestReportBytes,
    },
  );
  return JSON.parse(stdout) as Report;
}

function describe(reports: ReadonlyMap<string, readonly Report[]>): Outcome {
  const version = [...reports.values()][0]?.[0]?.lighthouseVersion;
  return {
    title: 'Lighthouse',
    goals: [...reports].map(([page, ofPage]) => {
      const scores = categories.map((category) => ({ category, score: medianScore(ofPage, category) }));
      return {
        what: `${page}: ≥ ${goal} in all four`,
        measured: scores.map(({ category, score }) => `${category} ${score}`).join(', '),
        isMet: scores.every(({ score }) => score >= goal),
      };
    }),
    body: [
      markdownTable(
        ['page', 'run', ...categories, ...Object.values(timings)],
        [...reports].flatMap(([page, ofPage]) =>
          ofPage.map((report, at) => [page, at + 1, ...cells(report)]),
        ),
      ),
      `Lighthouse ${version}, its mobile preset (a phone of moderate speed on slow 4G, simulated), the built pages ` +
        `from a server of this checkout on the same machine, ${runs} runs each, medians above.`,
    ].join('\n\n'),
  };
}

function medianScore(ofPage: readonly Report[], category: (typeof categories)[number]): number {
  return quantile(
    ofPage.map((report) => scoreOf(report, category)),
    0.5,
  );
}

/** Whole points of 100; a category that could not be judged has none. */
function scoreOf(report: Report, category: (typeof categories)[number]): number {
  return Math.round(100 * (report.categories[category].score ?? 0));
}

function cells(report: Report): (string | number)[] {
  const values = Object.keys(timings).map((audit) => {
    const { numericValue } = report.audits[audit as keyof typeof timings];
    return audit === 'cumulative-layout-shift' ? numericValue.toFixed(3) : `${Math.round(numericValue)} ms`;
  });
  return [...categories.map((category) => scoreOf(report, category)), ...values];
}
