import { expect, type Page } from '@playwright/test';

/** Bytes of a script as the server sends it to whoever takes gzip. */
export async function gzippedLength(url: string): Promise<number> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(reply.headers.get('content-encoding'), url).toBe('gzip');
  await reply.arrayBuffer();
  return Number(reply.headers.get('content-length'));
}

/** Remembers the address of everything that a page asks for from now on, and apart those of its scripts. */
export function watchRequests(page: Page): { all: Set<string>; scripts: Set<string> } {
  const all = new Set<string>();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    all.add(request.url());
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return { all, scripts };
}
