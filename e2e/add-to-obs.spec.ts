import { expect, type Locator, type Page } from '@playwright/test';
import { openAs, registerStreamer, secretOn, type Streamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { ObsServer } from './obs-server.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, test } from './watched-page.ts';

const password = 'correct horse obs';

const server = forFile(startJourneyServer);
let obs: ObsServer;
let streamer: Streamer;
test.beforeAll(async () => {
  streamer = await registerStreamer(server.url);
});
test.beforeEach(async () => {
  obs = await ObsServer.start(password);
});
test.afterEach(async () => {
  // Whatever was done: only published fields were sent, and the connection was given up.
  expect(obs.violations).toEqual([]);
  await expect.poll(() => obs.connections).toBe(0);
  await obs.stop();
});

/** Opens the dialog and presses the button; what comes of it is in the dialog. */
async function add(page: Page, typed: { password?: string; port?: number } = {}): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) await page.getByRole('button', { name: 'Add to OBS' }).click();
  await dialog.getByLabel('Server password', { exact: true }).fill(typed.password ?? password);
  await dialog.getByLabel('Port').fill(String(typed.port ?? obs.port));
  await dialog.getByRole('button', { name: 'Add to OBS' }).click();
  return dialog;
}

test('one press adds the widget to the current scene, at the bottom right and with its sound; again renews it', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await openAs(page, streamer, `${server.url}/app`);
  const widgetUrl = await secretOn(page, /\/widget\/[\w-]+$/);
  const dialog = await add(page);
  await expect(dialog.getByText('The browser source was added in the scene Scene')).toBeVisible();
  const input = obs.scene.inputs.get('Brava alerts');
  expect(input).toMatchObject({
    kind: 'browser_source',
    settings: { url: widgetUrl, width: 400, height: 600, reroute_audio: true, shutdown: false },
    monitorType: 'OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT',
  });
  const place = { positionX: 1920 - 424, positionY: 1080 - 624, alignment: 5 };
  expect(obs.scene.scenes.get('Scene')).toMatchObject([{ source: 'Brava alerts', transform: place }]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  if (input !== undefined) input.settings['url'] = 'https://old.example/widget/old';
  await expect((await add(page)).getByText('was brought up to date')).toBeVisible();
  expect(input?.settings['url']).toBe(widgetUrl);
  expect(obs.scene.scenes.get('Scene')).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Done' }).click();

  obs.scene.scenes.set('Game', []);
  obs.scene.program = 'Game';
  await expect((await add(page)).getByText('in the scene Game')).toBeVisible();
  expect(obs.scene.scenes.get('Game')).toMatchObject([{ source: 'Brava alerts', transform: place }]);

  // The password stays in the tab: it is in no request, and nothing is kept of it.
  expect(sent.filter((request) => decodeURIComponent(request).includes(password))).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain(password);
});

test('what is wrong is said with what to do about it, and the next press works', async ({ openPage }) => {
  const page = await openPage(desktop, undefined);
  await openAs(page, streamer, `${server.url}/app`);
  await expect((await add(page, { password: 'nope' })).getByText('OBS refused the password')).toBeVisible();
  await expect((await add(page, { password: '' })).getByText('OBS asks for a password')).toBeVisible();
  obs.scene.kinds = ['color_source_v3'];
  await expect((await add(page)).getByText('This OBS has no browser source')).toBeVisible();
  obs.scene.kinds = ['browser_source'];
  obs.scene.inputs.set('Brava alerts', { kind: 'image_source', settings: {}, monitorType: '' });
  await expect((await add(page)).getByText('already something else of this name')).toBeVisible();
  expect(obs.scene.inputs.get('Brava alerts')).toEqual({
    kind: 'image_source',
    settings: {},
    monitorType: '',
  });
  obs.scene.inputs.clear();
  obs.rpcVersion = 2;
  await expect((await add(page)).getByText('speaks a newer language')).toBeVisible();
  obs.rpcVersion = 1;
  await expect((await add(page)).getByText('The browser source was added')).toBeVisible();
});

test('an OBS that does not run is said to be started and switched on', async ({ browser }) => {
  // A page of its own: a refused connection is an error in its console.
  const page = await (await browser.newContext(desktop)).newPage();
  await openAs(page, streamer, `${server.url}/app`);
  const closed = await ObsServer.start(password);
  const { port } = closed;
  await closed.stop();
  const dialog = await add(page, { port });
  await expect(dialog.getByRole('alert').getByText('OBS did not answer. Start OBS')).toBeVisible();
  await dialog.getByLabel('Port').fill('0');
  await expect(dialog.getByText('Please enter a port from 1 to 65535')).toBeVisible();
  await page.context().close();
});

test('an OBS that stops answering is not waited for without end', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openAs(page, streamer, `${server.url}/app`);
  obs.scene.scenes.set('Scene', []);
  const dialog = await add(page, { password: 'nope' });
  await expect(dialog.getByText('OBS refused the password')).toBeVisible();
  obs.isSilent = true;
  await page.clock.install();
  await dialog.getByLabel('Server password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Add to OBS' }).click();
  await expect.poll(() => obs.connections).toBe(1);
  await page.clock.fastForward(21_000);
  await expect(dialog.getByText('OBS took too long to answer')).toBeVisible();
  obs.isSilent = false;
});

test('a page that came from where OBS may not be reached says to reload it, and then it works', async ({
  browser,
}) => {
  // A page of its own: what the policy refuses is an error in its console.
  const page = await (await browser.newContext(desktop)).newPage();
  await openAs(page, streamer, `${server.url}/nothing-here`);
  await page.evaluate(() => {
    history.pushState({}, '', '/app');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect((await add(page)).getByText('Reload it and try again')).toBeVisible();
  await page.reload();
  await expect((await add(page)).getByText('The browser source was added')).toBeVisible();
  await page.context().close();
});
