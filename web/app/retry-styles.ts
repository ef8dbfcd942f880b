const failed = new Set<HTMLLinkElement>();

// The error of a style sheet does not bubble, and a sheet that could not be loaded looks like one of another origin.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/**
 * Asks again for the style sheets that could not be loaded, because the bundler's loader asks for each only once and
 * would show the page without them. Rejects when one fails again.
 */
export async function retryStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(links.map(retryStyle));
}

function retryStyle(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${again.href} could not be loaded.`)));
    link.replaceWith(again);
  });
}
