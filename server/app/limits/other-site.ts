/**
 * Whether a page of another site had a visitor's browser ask, by the browser's own word (`Sec-Fetch-Site`). Browsers tell it
 * over https and to their own machine; what is no browser tells nothing.
 */
export function isOtherSite(fetchSite: string | string[] | undefined): boolean {
  return fetchSite === 'cross-site' || fetchSite === 'same-site';
}
