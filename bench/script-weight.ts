import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { getChromium } from '../scripts/find-chromium.mjs';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';

/** A page, the most script that it may be sent, and what is there once it can be used. */
interface Weighed {
  what: string;
  path: string;
  mostBytes: number;
  usable: string;
}

interface Weight extends Weighed {
  files: number;
  bytes: number;
}

const bareReact = 'virtual:bare-react';

/** How much script each page that strangers wait for is sent, gzipped, and what React alone would be. */
export async function measureScriptWeight(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const [streamer] = await registerStreamers(server.url, 1);
  if (streamer === undefined) throw new TypeError('One streamer was registered.');
  const browser = await chromium.launch({ executablePath: await getChromium() });
  context.cleanUp.defer(() => browser.close());
  const pages: Weighed[] = [
    { what: 'overlay', path: '/widget/nobody', mostBytes: 85_000, usable: 'html[data-connected=true]' },
    {
      what: 'donation page',
      path: `/donate/${streamer.donationCode}`,
      mostBytes: 125_000,
      usable: 'form textarea',
    },
    { what: 'landing page', path: '/', mostBytes: 90_000, usable: 'h1' },
  ];
  const weights: Weight[] = [];
  for (const page of pages) weights.push(await weigh(browser, server.url, page));
  const words = await readWithoutScript(browser, server.url);
  return report(weights, { floor: await weighReact(), words });
}

/** Counts every script that comes until the page can be used and nothing more loads. */
async function weigh(browser: Browser, url: string, page: Weighed): Promise<Weight> {
  const opened = await browser.newPage();
  const scripts = watchScripts(opened);
  await opened.goto(url + page.path, { waitUntil: 'networkidle' });
  await opened.locator(page.usable).waitFor();
  await opened.close();
  const lengths = await Promise.all([...scripts].map(gzippedBytes));
  return { ...page, files: lengths.length, bytes: lengths.reduce((sum, length) => sum + length, 0) };
}

function watchScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return scripts;
}

/** The length of the body as the server sends it to whoever takes gzip. */
async function gzippedBytes(url: string): Promise<number> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await reply.arrayBuffer();
  const length = Number(reply.headers.get('content-length'));
  if (reply.headers.get('content-encoding') !== 'gzip' || !(length > 0))
    throw new Error(`${url} did not come gzipped.`);
  return length;
}

/** The words of the landing page where no script runs. */
async function readWithoutScript(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  const text = await page.locator('body').innerText();
  await page.close();
  return text.split(/\s+/).filter((word) => word !== '');
}

/** React and react-dom, rendering nothing, built by the same bundler for the same browsers. */
async function weighReact(): Promise<number> {
  const program = `import { createRoot } from 'react-dom/client'; import { createElement } from 'react';
    createRoot(document.body).render(createElement('p'));`;
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: join(fileURLToPath(new URL('../', import.meta.url)), 'web'),
    plugins: [
      {
        name: 'bare-react',
        resolveId: (id) => (id === bareReact ? join(import.meta.dirname, 'bare-react.js') : null),
        load: (id) => (id === join(import.meta.dirname, 'bare-react.js') ? program : null),
      },
    ],
    build: {
      write: false,
      target: ['chrome103', 'firefox115', 'safari16.4'],
      modulePreload: { polyfill: false },
      rolldownOptions: { input: bareReact },
    },
  });
  const { output } = Array.isArray(result)
    ? (result[0] ?? { output: [] })
    : 'output' in result
      ? result
      : { output: [] };
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  if (code === '') throw new Error('React alone was not built.');
  return (await promisify(gzip)(code, { level: 9 })).length;
}

function report(weights: readonly Weight[], { floor, words }: { floor: number; words: string[] }): Outcome {
  const bars = [...weights, { what: 'React and react-dom alone', bytes: floor }];
  return {
    title: 'Script that is sent',
    goals: [
      ...weights.map(({ what, bytes, mostBytes }) => ({
        what: `${what} ≤ ${mostBytes / 1000} KB`,
        measured: inKb(bytes),
        isMet: bytes <= mostBytes,
      })),
      {
        what: 'the landing page can be read without script',
        measured: `${words.length} words, beginning ‘${words.slice(0, 12).join(' ')}’`,
        isMet: words.length > 100,
      },
    ],
    body: [
      barChart(bars.map(({ what, bytes }) => ({ label: what, value: bytes, text: inKb(bytes) }))),
      markdownTable(
        ['page', 'files', 'gzipped', 'of React alone', 'left'],
        weights.map(({ what, files, bytes, mostBytes }) => [
          what,
          files,
          inKb(bytes),
          `${(bytes / floor).toFixed(2)}×`,
          inKb(mostBytes - bytes),
        ]),
      ),
      'Every script that the page asks for by itself until it can be used and nothing more loads, in Chromium; each by ' +
        'the length of the body that the server sends to whoever takes gzip (most browsers are sent Brotli, which is ' +
        'smaller). 1 KB is 1,000 bytes. Bytes do not vary: one count each, and no rounds. The floor is a page that ' +
        `renders one empty paragraph with React and react-dom, from the same bundler, for the same browsers: ${inKb(floor)}. ` +
        'A page without a framework would be sent none.',
    ].join('\n\n'),
  };
}

function inKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
