import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { getChromium } from '../../../scripts/find-chromium.mjs';

/** Starts the Chromium of this machine so that it plays without a click. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await getChromium();
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
}

/** Serves files to a page: at a name what `find` has for it, elsewhere an empty page. */
export async function serveFiles(
  find: (name: string) => { bytes: Buffer; type: string } | null,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const file = find(decodeURIComponent(request.url ?? '/').slice(1));
    response.setHeader('content-type', file?.type ?? 'text/html');
    response.end(file?.bytes ?? '<title>Clips</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
}
