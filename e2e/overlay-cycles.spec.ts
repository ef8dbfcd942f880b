import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { freePort } from '#server/test/free-port.ts';
import { browserSource, hastenTime } from './overlay-page.ts';
import { test as base } from './watched-page.ts';

/** `OVERLAY_CYCLES=200 npm run test:e2e -- --no-deps overlay-cycles` is the long run. */
const cycles = Number(process.env['OVERLAY_CYCLES'] ?? 16);

interface Line {
  port: number;
  /** Cuts every connection that goes through it. */
  cut(): void;
}

const test = base.extend<{ line: Line; serverUrl: string }>({
  /** A line to the server that can be cut, as a network can. */
  line: async ({ serverUrl }, use) => {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(new URL(serverUrl).port), '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    await use({ port: (server.address() as AddressInfo).port, cut });
    cut();
    server.close();
  },
  serverUrl: async ({ browserName }, use) => {
    const folder = await mkdtemp(join(tmpdir(), `brava-overlay-${browserName}-`));
    const port = await freePort();
    const entry = fileURLToPath(new URL('./overlay-quick-server.ts', import.meta.url));
    const server = spawn('node', [entry, folder, `${port}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    await ready(server);
    await use(`http://127.0.0.1:${port}`);
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  },
});

async function ready(server: ChildProcess): Promise<void> {
  for await (const chunk of server.stdout ?? []) {
    if (String(chunk).includes('ready')) return;
  }
  throw new Error('The server did not start.');
}

async function call<T>(url: string, path: string, body?: object, token?: string): Promise<T> {
  const reply = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(reply.ok, `${path}: ${reply.status}`).toBe(true);
  return (await reply.json()) as T;
}

/** What the page says on its console for every card that comes into it. */
function tellOfCards(): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      for (const name of node.querySelectorAll('.alert-card-name')) console.info(`card ${name.textContent}`);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Reload, hide and show, cut the line, or leave it alone: in turn. */
async function interrupt(page: Page, line: Line, turn: number): Promise<boolean> {
  const setVisible = (visible: boolean) =>
    page.evaluate((detail) => window.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail })), {
      visible,
    });
  if (turn % 4 === 0) await page.reload({ waitUntil: 'commit' });
  if (turn % 4 === 1) {
    await setVisible(false);
    await new Promise((resolve) => setTimeout(resolve, (turn * 37) % 120));
    await setVisible(true);
  }
  if (turn % 4 === 2) line.cut();
  return turn % 4 !== 3;
}

test(`${cycles} times reloaded, hidden or cut off under donations, the overlay loses none of them`, async ({
  browser,
  serverUrl,
  line,
}) => {
  test.setTimeout(60_000 + cycles * 4000);
  const account = { username: `kat-${Date.now() % 1e8}`, password: 'correct horse' };
  const { token, donationLink } = await call<{ token: string; donationLink: string }>(
    serverUrl,
    '/auth/register',
    account,
  );
  const { linkCode } = await call<{ linkCode: string }>(serverUrl, '/donations/link', undefined, token);
  const page = await browser.newPage(browserSource);
  await page.addInitScript(() => Object.assign(window, { obsstudio: {} }));
  await page.addInitScript(hastenTime, 50);
  await page.addInitScript(tellOfCards);
  const story: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('card ')) story.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${line.port}/widget/${linkCode}`);

  for (let turn = 0; turn < cycles; turn++) {
    const { id } = await call<{ id: string }>(serverUrl, '/donations', {
      linkCode: donationLink,
      donatorName: `d${turn}`,
      message: 'again',
    });
    await call(serverUrl, '/sandbox/pay', { donationId: id });
    // Half of the interruptions meet the card while it stands, the others at any moment before or after.
    // A payment that came before its address was listened to is found by the clock, within half a minute.
    if (turn % 8 < 4)
      await expect
        .poll(() => story.includes(`card d${turn}`), { intervals: [5], timeout: 45_000 })
        .toBe(true);
    else await new Promise((resolve) => setTimeout(resolve, (turn * 61) % 240));
    if (await interrupt(page, line, turn)) story.push('interrupted');
  }

  const unshown = async () => {
    const { data } = await call<{ data: { isShown: boolean; donatorName: string }[] }>(
      serverUrl,
      '/donations/my?limit=10000',
      undefined,
      token,
    );
    return data.filter(({ isShown }) => !isShown).map(({ donatorName }) => donatorName);
  };
  await expect.poll(unshown, { timeout: 30_000 + cycles * 500 }).toEqual([]);
  const cards = story.filter((entry) => entry !== 'interrupted');
  const told = `${story.length - cards.length} interruptions, ${cards.length} cards for ${cycles} donations`;
  test.info().annotations.push({ type: 'cycles', description: told });
  for (let turn = 0; turn < cycles; turn++) {
    const shown = story.flatMap((entry, at) => (entry === `card d${turn}` ? [at] : []));
    expect(shown.length, `d${turn} was shown`).toBeGreaterThan(0);
    for (const [i, at] of shown.slice(1).entries()) {
      expect(story.slice(shown[i], at), `d${turn} came again only after an interruption`).toContain(
        'interrupted',
      );
    }
  }
  await page.close();
});
