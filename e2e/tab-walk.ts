import type { Page } from '@playwright/test';
import { openEyes, type SeeingWindow } from './page-eyes.ts';

/** More stops than any page has. */
const mostStops = 250;

/**
 * Walks through a page, or through the dialog that is open in it, by the Tab key until it comes round.
 * Says in words what is wrong: a stop that cannot be seen, and what can be pressed but is never reached.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  await openEyes(page);
  await page.evaluate(prepareWalk);
  const wrong: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    const complaint = await page.evaluate(lookAtStop);
    if (complaint === null) return [...wrong, ...(await page.evaluate(missedStops))];
    if (complaint !== '') wrong.push(complaint);
  }
  return [...wrong, `more than ${mostStops} stops`];
}

type Walk = SeeingWindow & { unfocused: Map<Element, string>; reached: Set<Element> };

/** Runs in the page: remembers how everything looks that is not focused. */
function prepareWalk(): void {
  const { eyes } = window as SeeingWindow;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const place = document.querySelector('dialog[open], [aria-modal=true]') ?? document;
  const stops = place.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
  const unfocused = new Map([...stops].map((element) => [element, eyes.look(element)]));
  Object.assign(window, { unfocused, reached: new Set() });
}

/**
 * Runs in the page: what is wrong with this stop, or null when the walk has come round. Between two rounds nothing has the
 * focus.
 */
function lookAtStop(): string | null {
  const { eyes, unfocused, reached } = window as Walk;
  const here = document.activeElement;
  if (here === null || reached.has(here)) return null;
  reached.add(here);
  if (here === document.body) return '';
  if (!here.checkVisibility({ visibilityProperty: true }))
    return `focus on something hidden: ${eyes.nameOf(here)}`;
  const isShown = !unfocused.has(here) || eyes.look(here) !== unfocused.get(here);
  return isShown ? '' : `focus is not seen: ${eyes.nameOf(here)}`;
}

/** Runs in the page. Of radio buttons only the chosen one is a stop. */
function missedStops(): string[] {
  const { eyes, unfocused, reached } = window as Walk;
  return [...unfocused.keys()]
    .filter((element) => !reached.has(element) && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.matches(':disabled, [type=radio], [tabindex="-1"]'))
    .filter((element) => element.closest('[inert]') === null)
    .map((element) => `never reached by Tab: ${eyes.nameOf(element)}`);
}
