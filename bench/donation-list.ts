import { randomBytes } from 'node:crypto';
import { chromium } from '@playwright/test';
import { call } from './lib/call.ts';
import { chromiumPath } from './lib/chromium-path.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { residentBytes, watchMemory } from './lib/memory-use.ts';
import { plantDonations } from './lib/plant-donations.ts';
import { type Spread, spreadOf } from './lib/quantiles.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { inMs, inSeconds } from './lib/units.ts';

const donationCount = 100_000;
const rounds = 25;
const goalMs = { firstPage: 50, search: 200, browser: 1000 };
/** What is held while a file of some forty megabytes is sent. */
const goalExportBytes = 64 * 2 ** 20;

const firstPage = 'first page';
/** Calls by what they ask for. */
const queries: Record<string, string> = {
  [firstPage]: '/donations/search',
  'page 5,000': '/donations/search?page=5000',
  'search that finds 75 %': '/donations/search?search=THANK+you',
  'the same, its last page': '/donations/search?search=THANK+you&page=3700',
  'search that finds few': '/donations/search?search=donor+00',
  'search that finds nothing': '/donations/search?search=nobody+wrote+this',
  'status of 60 %': '/donations/search?status=TRANSFERRED',
  'status of none': '/donations/search?status=FAILED',
  'search and status': '/donations/search?search=donor+00&status=SHOWN',
  'days of the chart': '/donations/daily',
  totals: '/donations/stats',
};

interface Measured {
  calls: Record<string, Spread>;
  browser: Spread;
  filter: Spread;
  exported: { ms: number; bytes: number; lines: number; extraBytes: number };
}

/** How quick the list of a streamer with very many donations is, and what an export of them costs. */
export async function measureDonationList(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const [own, other] = [await register(server.url), await register(server.url)];
  await plantDonations(server.databaseUrl('brava'), {
    userId: own.userId,
    otherId: other.userId,
    count: donationCount,
  });
  const calls: Record<string, Spread> = {};
  for (const [what, path] of Object.entries(queries)) {
    calls[what] = await repeat(rounds, () => get(server, path, own.token));
  }
  const { browser, filter } = await measurePage(context, server, own.token);
  // The first one makes the server warm: what it loads and compiles for it is not what an export holds.
  await measureExport(server, own.token);
  const exported = await measureExport(server, own.token);
  return report({ calls, browser, filter, exported });
}

async function register(url: string): Promise<{ token: string; userId: string }> {
  const username = `b-${randomBytes(8).toString('hex')}`;
  const { token, user } = await call(url, 'register', { body: { username, password: 'for the bench' } });
  return { token, userId: user.id };
}

async function get({ url }: BenchServer, path: string, token: string): Promise<void> {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
}

/** Does it once for the caches, then so many times; milliseconds of each. */
async function repeat(times: number, act: () => Promise<unknown>): Promise<Spread> {
  await act();
  const took: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now();
    await act();
    took.push(performance.now() - startedAt);
  }
  return spreadOf(took);
}

/** From the address to the first row in a browser that knows nothing, and from the choice of a status to its rows. */
async function measurePage({ cleanUp }: FigureContext, { url }: BenchServer, token: string) {
  const launched = await chromium.launch({ executablePath: await chromiumPath() });
  cleanUp.defer(() => launched.close());
  const open = async () => {
    const page = await launched.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((stored) => localStorage.setItem('token', stored), token);
    await page.goto(`${url}/app/donations`);
    await page.locator('.dlist > li').nth(19).waitFor();
    return page;
  };
  const browser = await repeat(5, async () => {
    const page = await open();
    await page.context().close();
  });
  const page = await open();
  const filter = await repeat(5, async () => {
    await page.getByLabel('Status').selectOption('SHOWN');
    await page.locator('.list[aria-busy=false] .st-shown').nth(19).waitFor();
    await page.getByLabel('Status').selectOption('EXPIRED');
    await page.locator('.list[aria-busy=false] .st-expired').nth(19).waitFor();
  });
  return { browser, filter };
}

async function measureExport({ url, pid }: BenchServer, token: string): Promise<Measured['exported']> {
  const headers = { authorization: `Bearer ${token}` };
  const before = await residentBytes(pid);
  const highest = watchMemory(pid, 20);
  const startedAt = performance.now();
  const reply = await fetch(`${url}/api/donations/export`, { headers });
  let bytes = 0;
  let lines = 0;
  for await (const piece of reply.body ?? []) {
    bytes += piece.length;
    for (const byte of piece) lines += byte === 10 ? 1 : 0;
  }
  return { ms: performance.now() - startedAt, bytes, lines, extraBytes: (await highest()) - before };
}

function inMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

function report({ calls, browser, filter, exported }: Measured): Outcome {
  const first = calls[firstPage]?.median ?? Number.POSITIVE_INFINITY;
  const slowest = Math.max(...Object.values(calls).map(({ median }) => median));
  const isWhole = exported.lines === donationCount + 1;
  return {
    title: `A list of ${donationCount.toLocaleString('en-US')} donations`,
    goals: [
      { what: 'first page ≤ 50 ms', measured: inMs(first), isMet: first <= goalMs.firstPage },
      {
        what: 'search, filter, any page ≤ 200 ms',
        measured: `slowest ${inMs(slowest)}`,
        isMet: slowest <= goalMs.search,
      },
      {
        what: 'first page in the browser ≤ 1 s',
        measured: `median ${inSeconds(browser.median)}, slowest ${inSeconds(browser.max)}`,
        isMet: browser.median <= goalMs.browser,
      },
      {
        what: 'an export holds ≤ 64 MB, and every donation once',
        measured: `${inMb(exported.extraBytes)} more, ${exported.lines - 1} donations`,
        isMet: exported.extraBytes <= goalExportBytes && isWhole,
      },
    ],
    body: [
      markdownTable(
        ['call', 'median', 'p90', 'slowest'],
        Object.entries(calls).map(([what, { median, p90, max }]) => [
          what,
          inMs(median),
          inMs(p90),
          inMs(max),
        ]),
      ),
      `The second export: ${inMb(exported.bytes)} in ${inSeconds(exported.ms)}. In the browser, two changes of the status ` +
        `filter, each to its twenty rows: ${inMs(filter.median)}.`,
      `${donationCount.toLocaleString('en-US')} donations of one streamer, each between two of another one, with the ` +
        `chain entries of what was paid; \`vacuum analyze\` has run, as PostgreSQL does by itself after a twentieth of the ` +
        `table has changed. Each call ${rounds} times over HTTP, one after the other, from the request to the last ` +
        'byte of the answer; the browser starts with an empty cache each time.',
    ].join('\n\n'),
  };
}
