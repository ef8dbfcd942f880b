import { expect, type Locator, type Page } from '@playwright/test';
import type { AlertSettings } from '#contract/moderation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';

const json = { 'content-type': 'application/json' };

/** A new streamer, as the calls of the product know them. */
export interface Streamer {
  username: string;
  token: string;
  donationLink: string;
  walletAddress: string;
}

/** Registers by the call itself: the pages of registration have a journey of their own. */
export async function registerStreamer(url: string): Promise<Streamer> {
  const username = `d-${Date.now() % 1e9}-${Math.floor(Math.random() * 1000)}`;
  const body = JSON.stringify({ username, password: 'correct horse' });
  const reply = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body });
  const { token, donationLink, user } = (await reply.json()) as RouteReply<'register'>;
  return { username, token, donationLink, walletAddress: user.walletAddress };
}

/** A streamer whose alerts all wait for a yes; `more` is what else of the settings is not as at the start. */
export async function withApproval(
  url: string,
  streamer: Streamer,
  more: Partial<AlertSettings> = {},
): Promise<Streamer> {
  const settings = { ...defaultAlertSettings, approveFirst: true, ...more };
  await callAs(url, streamer, 'PUT', '/alerts/settings', settings);
  return streamer;
}

/** Opens a page of the signed-in streamer. */
export async function openAs(page: Page, streamer: Streamer, address: string): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem('token', token), streamer.token);
  await page.goto(address);
}

/** Opens the widget as OBS does, and waits until it is on air. */
export async function openOverlay(overlay: Page, widgetUrl: string): Promise<void> {
  await overlay.goto(widgetUrl);
  await expect(overlay.locator('html')).toHaveAttribute('data-connected', 'true');
}

/** A donation from the form to the payment, without its pages. */
export async function donate(
  url: string,
  { donationLink }: Streamer,
  donatorName: string,
  message: string,
): Promise<void> {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    expect(reply.ok, text).toBe(true);
    return JSON.parse(text) as { id: string };
  };
  const { id } = await post('/donations', { linkCode: donationLink, donatorName, message });
  await post('/sandbox/pay', { donationId: id });
}

/** A URL or token that a page writes as dots. */
export async function secretOn(page: Page, form: RegExp): Promise<string> {
  return String(await page.getByText(form).first().textContent());
}

/** As the desk stands in OBS. */
export const dock = { viewport: { width: 300, height: 700 } };

/** A list of the desk, by its name and number. */
export function listOn(page: Page, name: RegExp): Locator {
  return page.getByRole('region', { name });
}

/** A call of the streamer from somewhere else than the page; its reply. */
export async function callAs<Reply>(
  url: string,
  { token }: Streamer,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, ...json };
  const sent = body === undefined ? null : JSON.stringify(body);
  const reply = await fetch(`${url}/api${path}`, { method, headers, body: sent });
  expect(reply.status, path).toBeLessThan(300);
  return (await reply.json()) as Reply;
}

/** The widget's address without the page that names it. */
export async function widgetUrlOf(url: string, streamer: Streamer): Promise<string> {
  const { linkCode } = await callAs<RouteReply<'donationLink'>>(url, streamer, 'GET', '/donations/link');
  return `${url}/widget/${linkCode}`;
}

/** Presses a button of the desk as somebody does who has seen it: rows that have just moved take no press. */
export async function pressAtRest(button: Locator): Promise<void> {
  await restOf(button);
  await button.click();
}

/** Waits until it stands still: what stands above it on the dashboard comes by and by. */
export async function restOf(place: Locator): Promise<void> {
  let last = '';
  const stands = async () => {
    const before = last;
    last = JSON.stringify(await place.boundingBox());
    return last === before;
  };
  await expect.poll(stands, { intervals: [600] }).toBe(true);
}
