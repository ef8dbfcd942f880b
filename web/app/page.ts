import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadTexts, type Section } from '#web/texts/texts.ts';

/** A page that is loaded when it is opened. */
type Page = LazyExoticComponent<ComponentType> & {
  /** Begins to load it before it is rendered. Repeating it does nothing. */
  preload: () => void;
};

/** A page with the sections of the dictionary that it reads; code and words are loaded side by side when it is opened. */
export function page(sections: Section[], load: () => Promise<ComponentType>): Page {
  let loading: Promise<{ default: ComponentType }> | undefined;
  const loadOnce = () => (loading ??= loadPage(sections, load));
  return Object.assign(lazy(loadOnce), { preload: () => void loadOnce() });
}

async function loadPage(
  sections: Section[],
  load: () => Promise<ComponentType>,
): Promise<{ default: ComponentType }> {
  const [component] = await Promise.all([load(), loadTexts('common', ...sections)]);
  return { default: component };
}
