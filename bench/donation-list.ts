import { randomBytes } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { getChromium } from '../scripts/find-chromium.mjs';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { residentBytes, watchMemory } from './lib/memory-use.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { plantDonations } from './lib/plant-donations.ts';
import { type Spread, spreadOf } from './lib/quantiles.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { inMs, inSeconds } from './lib/units.ts';

const donationCount = 100_000;
const rounds = 25;
const pageRounds = 9;
/** The page waits so long after a letter before it asks. */
const typingMs = 250;
const goalMs = { firstPage: 50, search: 200, browser: 1000, inBrowser: 200 };
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
  /** From the address to the first rows, in turn with the sign-in page. */
  opened: Pair[];
  filter: Spread;
  search: Spread;
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
  const { opened, filter, search } = await measurePage(context, server, own.token);
  // The first one makes the server warm: what it loads and compiles for it is not what an export holds.
  await measureExport(server, own.token);
  const exported = await measureExport(server, own.token);
  return report({ calls, opened, filter, search, exported });
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

/**
 * From the address to the frame with twenty rows in a browser that knows nothing, in turn with the sign-in page, which is
 * the same app without a call; then from a choice or a letter to its rows, nothing of which the page has asked before.
 */
async function measurePage({ cleanUp }: FigureContext, { url }: BenchServer, token: string) {
  const launched = await chromium.launch({ executablePath: await getChromium() });
  cleanUp.defer(() => launched.close());
  const open = async (path: string, awaited: AwaitedParts) => {
    const page = await launched.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(noteShown, awaited);
    await page.goto(url + path);
    const shown = await page.waitForFunction(() => (window as Noted).shownMs);
    return { page, ms: Number(await shown.jsonValue()) };
  };
  const list = () => open('/app/donations', { token, selector: '.dlist > li', count: 20 });
  const timed = async (opening: ReturnType<typeof open>): Promise<number> => {
    const { page, ms } = await opening;
    await page.close();
    return ms;
  };
  // The first one makes the browser warm, not its cache.
  await timed(list());
  const opened = await measureInTurn(pageRounds, {
    ours: () => timed(list()),
    floor: () => timed(open('/login', { token: null, selector: 'form input', count: 2 })),
  });
  const [filter, search]: [number[], number[]] = [[], []];
  for (let round = 0; round < pageRounds; round += 1) {
    const { page } = await list();
    filter.push(await chooseStatus(page));
    search.push(await typeSearch(page, `donor ${10 + round}`));
    await page.close();
  }
  return { opened, filter: spreadOf(filter), search: spreadOf(search) };
}

/** Milliseconds from the choice of a status to its twenty rows. */
async function chooseStatus(page: Page): Promise<number> {
  const startedAt = performance.now();
  await page.getByLabel('Status').selectOption('SHOWN');
  await shows(page, () => document.querySelectorAll('.list[aria-busy=false] .st-shown').length >= 20);
  return performance.now() - startedAt;
}

/** Milliseconds from the last letter to what it finds, the wait for a next letter included. */
async function typeSearch(page: Page, text: string): Promise<number> {
  await page.getByLabel('Status').selectOption('ALL');
  await page.locator('.list-line').filter({ hasNotText: 'Filtered' }).waitFor();
  const startedAt = performance.now();
  await page.getByLabel('Search donations').fill(text);
  await shows(page, () => {
    const line = document.querySelector('.list[aria-busy=false] .list-line');
    return line?.textContent.includes('Filtered') === true;
  });
  return performance.now() - startedAt;
}

/** Waits for the frame that shows it: a locator looks after 270 ms only again at 770, and measures that instead. */
async function shows(page: Page, isThere: () => boolean): Promise<void> {
  await page.waitForFunction(isThere, undefined, { polling: 'raf' });
}

interface AwaitedParts {
  token: string | null;
  selector: string;
  count: number;
}
type Noted = Window & { shownMs?: number };

/** Runs in the page before its scripts: signs in, and keeps the time from the address to the frame with what is awaited. */
function noteShown({ token, selector, count }: AwaitedParts): void {
  if (token !== null) localStorage.setItem('token', token);
  const watcher = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < count) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => ((window as Noted).shownMs = performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true });
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

function report({ calls, opened, filter, search, exported }: Measured): Outcome {
  const first = calls[firstPage]?.median ?? Number.POSITIVE_INFINITY;
  const slowest = Math.max(...Object.values(calls).map(({ median }) => median));
  const browser = spreadOf(opened.map(({ ours }) => ours));
  const floor = spreadOf(opened.map((pair) => pair.floor));
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
        what: 'a filter in the browser ≤ 200 ms, a search 200 ms after the 250 ms it waits for the next letter',
        measured: `${inMs(filter.median)}, ${inMs(search.median - typingMs)}`,
        isMet: Math.max(filter.median, search.median - typingMs) <= goalMs.inBrowser,
      },
      {
        what: 'an export holds ≤ 64 MB, and every donation once',
        measured: `${inMb(exported.extraBytes)} more, ${exported.lines - 1} donations`,
        isMet: exported.extraBytes <= goalExportBytes && isWhole,
      },
    ],
    body: [
      barChart(
        [
          ...Object.entries(calls),
          ['sign-in page in the browser', floor] as const,
          ['first page in the browser', browser] as const,
        ].map(([label, { median }]) => ({
          label,
          value: median,
          text: inMs(median),
        })),
      ),
      markdownTable(
        ['call', 'median', 'p90', 'slowest'],
        Object.entries(calls).map(([what, { median, p90, max }]) => [
          what,
          inMs(median),
          inMs(p90),
          inMs(max),
        ]),
      ),
      `The second export: ${inMb(exported.bytes)} in ${inSeconds(exported.ms)}.`,
      `${donationCount.toLocaleString('en-US')} donations of one streamer, each between two of another one, with the ` +
        `chain entries of what was paid; \`vacuum analyze\` has run, as PostgreSQL does by itself after a twentieth of the ` +
        `table has changed. Each call ${rounds} times over HTTP, one after the other, from the request to the last ` +
        `byte of the answer. In the browser, ${pageRounds} times: with an empty cache, from the address to the frame that ` +
        'shows twenty rows, by the page’s own clock; in turn with the sign-in page, the same app without a ' +
        `call (${inTimes(pairedRatio(opened))}, least and most in brackets); then from the choice of a status and from a ` +
        'typed search, new ones each, to their rows.',
    ].join('\n\n'),
  };
}
