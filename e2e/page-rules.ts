import type { Page } from '@playwright/test';
import { openEyes, type SeeingWindow } from './page-eyes.ts';

/** Where a page breaks the rules that hold on every page, in words. Reads only; `isPhone` asks for a thumb's size. */
export async function brokenRules(page: Page, isPhone: boolean): Promise<string[]> {
  await openEyes(page);
  const frame = await page.evaluate(brokenFrame);
  const targets = await page.evaluate(smallTargets, isPhone);
  const letters = isPhone ? await page.evaluate(smallLetters) : [];
  return [...frame, ...targets, ...letters, ...(await page.evaluate(movingParts))];
}

/** Runs in the page: width, headline, title, order of focus. */
function brokenFrame(): string[] {
  const { eyes } = window as SeeingWindow;
  const broken: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) broken.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
  // One that only a screen reader meets counts as well.
  const headlines = [...document.querySelectorAll('h1')].filter((headline) => headline.checkVisibility());
  if (headlines.length !== 1)
    broken.push(`${headlines.length} h1: ${headlines.map((headline) => eyes.nameOf(headline)).join(', ')}`);
  if (document.title.trim() === '') broken.push('no title');
  for (const element of document.querySelectorAll<HTMLElement>('[tabindex]'))
    if (element.tabIndex > 0) broken.push(`positive tabindex: ${eyes.nameOf(element)}`);
  return broken;
}

/**
 * Runs in the page: 24 px for everything (WCAG 2.5.8, which leaves out links in a line of text), 44 for a phone's main
 * actions. Small buttons stand in rows and in the dock.
 */
function smallTargets(isPhone: boolean): string[] {
  const { eyes } = window as SeeingWindow;
  const pressable =
    'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary';
  const main = '.btn.primary, button[type=submit], .btn.big, .btn.tap';
  return [...document.querySelectorAll(pressable)].flatMap((element) => {
    if (!eyes.isSeen(element) || getComputedStyle(element).display === 'inline') return [];
    const { width, height } = eyes.pressedSize(element);
    const least = isPhone && element.matches(main) && !element.matches('.small') ? 44 : 24;
    const isSmall = height < least - 0.5 || width < 23.5;
    return isSmall
      ? [`${Math.round(width)} x ${Math.round(height)} px of ${least}: ${eyes.nameOf(element)}`]
      : [];
  });
}

/** Runs in the page: fields to type in whose letters are so small that Safari on a phone zooms in, and does not zoom out. */
function smallLetters(): string[] {
  const { eyes } = window as SeeingWindow;
  const typedIn =
    'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), select, textarea';
  return [...document.querySelectorAll(typedIn)]
    .filter((field) => eyes.isSeen(field) && !field.hasAttribute('readonly'))
    .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
    .filter(({ size }) => size < 16)
    .map(({ field, size }) => `letters of ${size} px of 16: ${eyes.nameOf(field)}`);
}

/** Runs in the page: what still moves although motion is reduced. */
function movingParts(): string[] {
  const { eyes } = window as SeeingWindow;
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) =>
      effect instanceof KeyframeEffect && effect.target !== null ? eyes.nameOf(effect.target) : '?',
    )
    .map((name) => `moves although motion is reduced: ${name}`);
}
