/** Path of the Chromium that the browser tests use as well; throws with what to do when there is none. */
export async function chromiumPath(): Promise<string> {
  // The script runs on the system's Node too, so it lies outside the folders that have an alias.
  const { findChromium, howToGetChromium } = (await import(
    new URL('../../scripts/find-chromium.mjs', import.meta.url).href
  )) as { findChromium: () => Promise<string | null>; howToGetChromium: string };
  const path = await findChromium();
  if (path === null) throw new Error(howToGetChromium);
  return path;
}
