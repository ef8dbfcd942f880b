import { chromium, expect, test } from '@playwright/test';

const prefix = '--disable-features=';

test('what Playwright turns off in Chromium stays off beside what we turn off', async ({ launchOptions }) => {
  const server = await chromium.launchServer(launchOptions);
  const lists = server
    .process()
    .spawnargs.filter((arg) => arg.startsWith(prefix))
    .map((arg) => arg.slice(prefix.length).split(','));
  await server.close();
  expect(lists).toHaveLength(2);
  expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []));
});
