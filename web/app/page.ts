import { type ComponentType, createElement, type ReactNode, use } from 'react';
import { loadTexts, type Section } from '#web/texts/texts.ts';
import { retryStyles } from './retry-styles.ts';

/** A page that is loaded when it is opened; until then it suspends, and throws when it could not be loaded. */
type Page = (() => ReactNode) & {
  /**
   * Begins to load it before it is rendered; ends when that has come to an end. Repeating it does nothing. What failed is asked
   * for again when it is rendered.
   */
  preload: () => Promise<void>;
};

/** How to forget what could not be loaded. */
const failures = new Set<() => void>();

/**
 * A page with the sections of the dictionary that it reads; code and words are loaded side by side when it is opened.
 *
 * A failure is kept until `forgetFailedPages`: whatever is rendered anew before would otherwise ask without an end.
 */
export function page(sections: Section[], load: () => Promise<ComponentType>): Page {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  let hasFailed = false;
  const forget = () => {
    loading = undefined;
  };
  const loadOnce = () => {
    if (loading !== undefined) return loading;
    loading = loadPage(sections, load, hasFailed);
    loading.then(
      (component) => {
        loaded = component;
      },
      () => {
        hasFailed = true;
        failures.add(forget);
      },
    );
    return loading;
  };
  return Object.assign(() => createElement(loaded ?? use(loadOnce())), {
    preload: () => loadOnce().then(() => undefined, forget),
  });
}

/** Makes every page that could not be loaded be asked for again when it is next rendered. */
export function forgetFailedPages(): void {
  for (const forget of failures) forget();
  failures.clear();
}

async function loadPage(
  sections: Section[],
  load: () => Promise<ComponentType>,
  isRetry: boolean,
): Promise<ComponentType> {
  if (isRetry) await retryStyles();
  const [component] = await Promise.all([load(), loadTexts('common', ...sections)]);
  return component;
}
