import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Between the two schemes nothing differs but colours. */
const rulesOf = {
  dark: { type: 'tag', values: tags },
  light: { type: 'rule', values: ['color-contrast'] },
} as const;

/** Brings axe into a document; once for every document. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource);
}

/** Brings axe along and says what it finds in the scheme that the page has, in words. */
export async function axeViolationsAsShown(page: Page): Promise<string[]> {
  await bringAxe(page);
  return await page.evaluate(runAxe, { runOnly: { type: 'tag' as const, values: tags } });
}

/** What axe finds in both schemes at the width that the page has, in words; the dark scheme stays. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { type, values } = rulesOf[colorScheme];
    const lines = await page.evaluate(runAxe, { runOnly: { type, values: [...values] } });
    found.push(...lines.map((line) => `${colorScheme}: ${line}`));
  }
  return found;
}

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
