import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/**
 * A part of a page that is loaded by itself. Where it cannot be loaded, `Missing` stands in its place: to throw would
 * take the whole page, and everything to pay with, away.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn('A part of the page could not be loaded.', error);
      return { default: Missing };
    }
  });
}
