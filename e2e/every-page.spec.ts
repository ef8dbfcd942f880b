import { expect } from '@playwright/test';
import { appStates, enterState } from './app-states.ts';
import { axeViolations, bringAxe } from './axe-violations.ts';
import { brokenInLargeLetters } from './large-letters.ts';
import { brokenRules } from './page-rules.ts';
import { test } from './state-page.ts';
import { walkByTab } from './tab-walk.ts';

const allWidths = [1440, 1024, 390];

// Every trace costs more than its journey here, and none needs another.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

for (const state of appStates) {
  test(`the rules of every page hold, and axe finds nothing: ${state.name}`, async ({ openState }) => {
    test.slow();
    const { page, complaints } = await openState(state);
    const widths = state.widths ?? allWidths;
    await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 });
    await enterState(page, state);
    expect.soft(await page.locator('html').getAttribute('lang'), 'language').toBe('en');
    await bringAxe(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      expect.soft(await brokenRules(page, width < 600), `at ${width} px`).toEqual([]);
      expect.soft(await axeViolations(page), `axe at ${width} px`).toEqual([]);
    }
    expect.soft(await walkByTab(page), 'by Tab').toEqual([]);
    expect.soft(await brokenInLargeLetters(page), 'at 320 px in letters twice as large').toEqual([]);
    expect.soft(complaints, 'errors').toEqual([]);
  });
}
