import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** What a page did that no text may make it do. */
export interface ScriptWatch {
  /** Scripts that ran, and whatever the policy had to refuse: both mean that a text was taken for more. */
  deeds: string[];
  /** Elements that no page of ours has, and addresses of links that run. */
  strangers(page: Page): Promise<string[]>;
  /** The page has done nothing of it so far, and holds nothing of it. */
  expectHarmless(page: Page): Promise<void>;
  /** Opens an address and waits until nothing loads any more; what came of it is harmless. */
  visit(page: Page, path: string): Promise<void>;
}

type Told = typeof globalThis & { tellDeed(deed: string): void };

/** Watches every page of a context, from before its first script. */
async function watchScripts(context: BrowserContext): Promise<ScriptWatch> {
  const deeds: string[] = [];
  await context.exposeBinding('tellDeed', ({ page }, deed: string) => {
    deeds.push(`${deed} at ${page.url()}`);
  });
  await context.addInitScript(hook);
  context.on('page', (page) => watchPage(page, deeds));
  const expectHarmless = async (page: Page): Promise<void> => {
    expect(await strangers(page), page.url()).toEqual([]);
    expect(deeds).toEqual([]);
  };
  return {
    deeds,
    strangers,
    expectHarmless,
    async visit(page, path) {
      await page.goto(path);
      await expect(page.locator('.spin')).toHaveCount(0);
      await expectHarmless(page);
    },
  };
}

/** Opens a browser of its own that is watched, on a wide screen; with a token it is signed in. */
export async function openWatched(
  browser: Browser,
  baseURL: string,
  token?: string,
): Promise<ScriptWatch & { context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL });
  const watch = await watchScripts(context);
  if (token !== undefined) {
    await context.addInitScript((stored) => {
      if (location.protocol === 'http:') localStorage.setItem('token', stored);
    }, token);
  }
  return { ...watch, context };
}

const strangers = (page: Page): Promise<string[]> => page.evaluate(findStrangers);

function watchPage(page: Page, deeds: string[]): void {
  page.on('pageerror', (error) => deeds.push(`threw ${error.message} at ${page.url()}`));
  page.on('dialog', (dialog) => {
    // Our own question about what is not saved; nobody else may ask anything.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    deeds.push(`dialog ${dialog.message()} at ${page.url()}`);
    return void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
    if (!isHere && !/^(data|blob|about):$/.test(protocol)) deeds.push(`asked for ${request.url()}`);
  });
}

/** Runs in the page, before its own scripts. */
function hook(): void {
  const told = globalThis as Told;
  const names = ['alert', 'confirm', 'prompt', 'print'] as const;
  for (const name of names)
    Object.defineProperty(window, name, { value: () => told.tellDeed(`ran ${name}`) });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    told.tellDeed(`refused ${violatedDirective} ${blockedURI} ${sample}`),
  );
}

/** Runs in the page. */
function findStrangers(): string[] {
  const never = 'iframe, frame, object, embed, base, math, marquee, template, foreignObject, style';
  const { origin, href } = location;
  const isOwn = (address: string): boolean =>
    URL.canParse(address, href) && new URL(address, href).origin === origin;
  const isStrange = (element: Element): boolean => {
    if (element.matches(never)) return true;
    const attributes = [...element.attributes];
    if (attributes.some(({ name }) => /^on/i.test(name))) return true;
    const runs = /^[\s\0]*(?:java\s*script|vbscript|data):/i;
    const addresses = attributes.filter(({ name }) => /href$|^action$|^formaction$/i.test(name));
    if (addresses.some(({ value }) => runs.test(value))) return true;
    if (element.matches('meta[http-equiv]')) return true;
    if (element.matches('script')) return !isOwn(element.getAttribute('src') ?? 'data:');
    if (element.matches('link')) return !isOwn(element.getAttribute('href') ?? 'data:');
    const source = element.matches('img, audio, video, source') ? element.getAttribute('src') : null;
    return source !== null && (source === 'x' || (!isOwn(source) && !/^(?:data:image|blob:)/.test(source)));
  };
  return [...document.querySelectorAll('*')]
    .filter(isStrange)
    .map((element) => element.outerHTML.slice(0, 200));
}

/** All that a page says, without spaces: its text, what its fields hold, and what its names for assistive technology are. */
async function wordsOf(page: Page): Promise<string> {
  return withoutSpaces(
    await page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
      return [document.body.textContent, ...fields.map(({ value }) => value)].join('\n');
    }),
  );
}

/** A text without anything that a page lays out in its own way. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Waits until the page says all of these texts, each to the letter. */
export async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  const wanted = texts.map(withoutSpaces);
  await expect(async () => {
    const words = await wordsOf(page);
    expect(
      wanted.filter((text) => !words.includes(text)),
      page.url(),
    ).toEqual([]);
  }).toPass({ timeout: 15_000, intervals: [20, 50, 100, 250] });
}
