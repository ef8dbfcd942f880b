import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What to do when no browser was found. */
const howToGetChromium = [
  'The browser tests need Chromium, and none was found. One of these helps:',
  '  apt-get install chromium-headless-shell  (Debian)',
  '  apt-get install chromium                 (Ubuntu)',
  '  npx playwright install chromium          (anywhere with internet)',
  '  CHROMIUM_PATH=/path/to/chromium          (one that you have already)',
].join('\n');

/** The browser without windows: for each page a third of the work of the whole one. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Path of a Chromium for the browser tests, or null: `CHROMIUM_PATH`, the one without windows, Playwright's own, the usual
 * places, the PATH.
 *
 * @returns {Promise<string | null>}
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return existsSync(named) ? named : null;
  if (existsSync(headlessShell)) return headlessShell;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const usual = usualPlaces.find((path) => existsSync(path));
  if (usual !== undefined) return usual;
  const found = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'])
    .stdout?.toString()
    .trim();
  return found || null;
}

/**
 * The same; throws with what to do when there is none.
 *
 * @returns {Promise<string>}
 */
export async function getChromium() {
  const path = await findChromium();
  if (path === null) throw new Error(howToGetChromium);
  return path;
}
