import type { Page } from '@playwright/test';

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A field by its whole label. */
export const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
/** The toast that says this. */
export const toast = (page: Page, words: string | RegExp) => page.locator('.toast', { hasText: words });
