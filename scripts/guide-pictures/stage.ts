import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { RouteReply } from '#contract/routes.ts';

/** Where the pages are opened in the pictures. */
export const origin = 'http://brava.example';

/** An account with a life, and its overlay. */
export interface Stage {
  token: string;
  donationLink: string;
  /** The donation that was paid last. */
  paidId: string;
  /** The real overlay, as OBS opens it. */
  overlay: Page;
  dockToken: string;
  post<T>(path: string, body?: unknown): Promise<T>;
  put(path: string, body: unknown): Promise<unknown>;
  donate(donor: Donor): Promise<string>;
}

interface Donor {
  name: string;
  message: string;
  /** SOL; nothing is paid without it. */
  amount?: number;
  hasClip?: boolean;
}

const donors: Donor[] = [
  { name: 'Jonas', message: 'First time here, and I am staying.', amount: 0.05 },
  { name: 'Priya N.', message: 'For the new microphone!', amount: 0.4 },
  { name: 'Tomás', message: '', amount: 0.02 },
  { name: 'Ada L.', message: 'That boss fight took ten years off my life.', amount: 0.25 },
];

/** Makes the account, its settings and donations, and waits until the last one was on stream. */
export async function fillStage(browser: Browser, url: string): Promise<Stage> {
  const call =
    (token: string | null) =>
    async <T>(method: string, path: string, body: unknown): Promise<T> => {
      const headers = {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const reply = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as T;
    };
  const account = { username: 'mira_plays', password: 'correct horse', timeZone: 'Europe/Madrid' };
  const { token, donationLink } = await call(null)<RouteReply<'register'>>('POST', '/auth/register', account);
  const ask = call(token);
  const post = async <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
  const donate = async ({ name, message, amount, hasClip }: Donor): Promise<string> => {
    const clip = hasClip === true ? await uploadClip(url) : null;
    const audio = clip && { audioFileName: clip.fileName, audioDuration: clip.duration };
    const body = { linkCode: donationLink, donatorName: name, message, ...audio };
    const { id } = await post<{ id: string }>('/donations', body);
    if (amount !== undefined) await post('/sandbox/pay', { donationId: id, amount });
    return id;
  };

  await ask('PUT', '/widgets', { goal: { title: 'A new microphone', target: 2, offset: 0.5 } });
  await post('/access-tokens', { scope: 'moderator', name: 'Lena' });
  const { token: dockToken } = await post<{ token: string }>('/access-tokens', {
    scope: 'alerts',
    name: 'Stream Deck',
  });
  const { linkCode } = await fetch(`${url}/api/donations/link`, {
    headers: { authorization: `Bearer ${token}` },
  }).then(async (reply) => (await reply.json()) as { linkCode: string });
  const overlay = await browser.newPage({
    viewport: { width: 400, height: 600 },
    deviceScaleFactor: 2,
    bypassCSP: true,
  });
  await overlay.goto(`${origin}/widget/${linkCode}`);
  await overlay.locator('html[data-connected=true]').waitFor();

  let paidId = '';
  for (const donor of donors) {
    paidId = await donate(donor);
    await overlay.getByText(donor.name).first().waitFor();
    // Only the last card stays for all of its seven seconds.
    if (donor !== donors.at(-1)) await post('/alerts/skip');
  }
  await overlay.getByText('Ada L.').first().waitFor({ state: 'detached' });
  const put = (path: string, body: unknown): Promise<unknown> => ask('PUT', path, body);
  return { token, donationLink, paidId, overlay, dockToken, post, put, donate };
}

/** Uploads a clip as a donor's browser does. */
async function uploadClip(url: string): Promise<{ fileName: string; duration: number }> {
  const file = fileURLToPath(import.meta.resolve('#server/test/media/corpus/plays/ogg-opus-speech.ogg'));
  const body = new FormData();
  body.set('audio', new File([await readFile(file)], 'well-done.ogg', { type: 'audio/ogg' }));
  const reply = await fetch(`${url}/api/files/audio/upload`, { method: 'POST', body });
  if (!reply.ok) throw new Error(`The clip was refused: ${await reply.text()}`);
  return (await reply.json()) as { fileName: string; duration: number };
}
