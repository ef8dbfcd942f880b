import type { Page } from '@playwright/test';

/** From now on, what a screen reader is given to say: what stands in a live region, and what takes the focus. */
export async function listenIn(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const said = new Set<string>();
    const regions = '[role=status], [role=alert], [aria-live]';
    new MutationObserver(() => {
      const loud = Array.from(document.querySelectorAll(regions)).filter(
        (region) => region.ariaLive !== 'off',
      );
      for (const { textContent } of loud) said.add(`live: ${textContent}`);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    document.addEventListener('focusin', ({ target }) =>
      said.add(`focus: ${(target as HTMLElement).textContent}`),
    );
    return said;
  });
  return async () => await heard.evaluate((said) => [...said]);
}
