import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { appStates, enterState } from './app-states.ts';
import { openStatePage } from './state-page.ts';

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const allWidths = [1440, 1024, 390];

/** Runs in the page: every violation as `rule: element`. */
async function runAxe(options: RunOptions): Promise<string[]> {
  // What stands behind a dialog is looked at without it.
  const place = document.querySelector('dialog[open]') ?? document;
  const { axe } = window as unknown as {
    axe: { run: (place: Node, options: RunOptions) => Promise<AxeResults> };
  };
  const { violations } = await axe.run(place, { ...options, preload: false, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => `${id}: ${target.join(' ')} ${[...any, ...all][0]?.message ?? ''}`),
  );
}

/** Between the two schemes nothing differs but colours. */
const rulesOf = {
  dark: { type: 'tag', values: tags },
  light: { type: 'rule', values: ['color-contrast'] },
} as const;

/** What axe finds at every width in both schemes. */
async function violationsOf(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const lines = await page.evaluate(runAxe, {
        runOnly: { ...rulesOf[colorScheme], values: [...rulesOf[colorScheme].values] },
      });
      found.push(...lines.map((line) => `${width} ${colorScheme} ${line}`));
    }
  }
  return found;
}

// Every trace costs more than its journey here.
test.use({ trace: 'off' });

for (const state of appStates) {
  test(`axe finds nothing: ${state.name}`, async ({ browser }) => {
    const { page } = await openStatePage(browser, state, { bypassCSP: true });
    await page.setViewportSize({ width: state.widths?.[0] ?? 1440, height: 900 });
    await enterState(page, state);
    await page.evaluate(axeSource);
    expect(await violationsOf(page, state.widths ?? allWidths)).toEqual([]);
    await page.context().close();
  });
}
