import { expect } from '@playwright/test';
import { firstCalls } from '#web/app/first-calls.ts';
import { openAs, registerStreamer, type Streamer } from './desk-journey.ts';
import { desktop, test } from './watched-page.ts';

let streamer: Streamer;
test.beforeAll(async ({ baseURL }) => {
  streamer = await registerStreamer(baseURL ?? '');
});

for (const address of ['/app', '/app/donations', '/app/settings']) {
  test(`${address} is there with the calls that it began early, and asks for none of them again`, async ({
    openPage,
  }) => {
    const page = await openPage(desktop);
    // What is told by the socket makes the page ask anew.
    await page.route(/\/socket\.io\//, () => undefined);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname + search);
    });
    await openAs(page, streamer, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const early = firstCalls(address);
    expect(early.length).toBeGreaterThan(0);
    for (const call of early)
      expect(
        asked.filter((one) => one === call),
        call,
      ).toHaveLength(1);
    const script = asked.findIndex((one) => one.includes('/assets/donations-page'));
    if (address === '/app/donations') expect(asked.indexOf('/api/users/me')).toBeLessThan(script);
  });
}
