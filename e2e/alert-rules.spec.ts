import { expect, type Page } from '@playwright/test';
import { toneWav16 } from '#server/test/tone-wav.ts';
import { callAs, donate, openAs, openOverlay, registerStreamer, widgetUrlOf } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { browserSource } from './overlay-page.ts';
import { listenToSound } from './sound-probe.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, test } from './watched-page.ts';

const server = forFile(() => startJourneyServer({ gapMs: 50 }));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a streamer adds a sound and a rule, is told of a second one for its amount, and sees and hears the test', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop, 409);
  await openAs(page, kat, `${server.url}/app/alerts`);
  await expect(page.getByText('There are no rules yet.')).toBeVisible();
  const file = { name: 'Gong.wav', mimeType: 'audio/wav', buffer: toneWavOf(1) };
  await page.getByLabel('Add sound').first().setInputFiles(file);
  await expect(page.getByText('Gong', { exact: true })).toBeVisible();

  const addRule = async (amount: string) => {
    await button(page, 'Add rule').click();
    await page.getByLabel('Amount (SOL)').fill(amount);
    await page.getByLabel('Sound', { exact: true }).selectOption('Gong');
    await page.getByRole('switch', { name: 'A style of its own' }).check();
    await page.getByText('Fire flame').first().click();
    await button(page, 'Save rule').click();
  };
  await addRule('0');
  await expect(page.getByText('The amount must be from 0.002 to 100000 SOL')).toBeVisible();
  await page.getByLabel('Amount (SOL)').fill('0,5');
  await button(page, 'Save rule').click();
  const rule = page.getByRole('region', { name: 'From 0.5 SOL on' });
  await expect(rule).toContainText('Fire flame');
  await addRule('0.5');
  await expect(page.getByText('There is a rule for this amount already.')).toBeVisible();
  await page.getByLabel('For an exact amount').check();
  await page.getByLabel('Amount (SOL)').fill('0.42');
  await page.getByRole('switch', { name: 'Show the message' }).uncheck();
  await button(page, 'Save rule').click();
  await expect(page.getByRole('region', { name: 'Exactly 0.42 SOL' })).toContainText('Message');

  const overlay = await openPage(browserSource);
  const sounds = await listenToSound(overlay);
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));
  await button(page, 'Test on stream: From 0.5 SOL on').click();
  await expect(page.getByText('The test is on its way to your overlay')).toBeVisible();
  const card = overlay.getByRole('article');
  await expect(card).toContainText('0.500000 SOL');
  const ground = await card.evaluate((element: HTMLElement) =>
    element.style.getPropertyValue('--alert-background'),
  );
  expect(ground).toContain('linear-gradient(0deg, #43120a');
  await expect.poll(async () => (await sounds.played()).length).toBe(1);
  expect((await sounds.played())[0]?.src).not.toContain('default-sound');
  // No badge: it is no clip of the donor's.
  await expect(card).not.toContainText('1s');

  await button(page, 'Delete: From 0.5 SOL on').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rule).toHaveCount(0);
});

test('a rule that is typed and not saved is open again with its page, until it is cancelled or saved', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/alerts`);
  const amount = page.getByLabel(/^(?:Amount|Importe) \(SOL\)$/);
  const goesOn = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const leave = async () => {
    await page.locator('#main').getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  };
  const comeBack = () => page.getByRole('link', { name: 'Manage rules, sounds and voice' }).click();

  await button(page, 'Add rule').click();
  expect(await goesOn()).toBe(true);
  await amount.fill('0.5');
  await page.getByRole('switch', { name: 'A style of its own' }).check();
  await page.getByText('Fire flame').first().click();
  expect(await goesOn()).toBe(false);
  await leave();
  await page.getByLabel('Language', { exact: true }).selectOption('Español');
  await page.getByLabel('Idioma', { exact: true }).selectOption('English');
  await comeBack();
  await expect(amount).toHaveValue('0.5');
  await expect(page.getByRole('radio', { name: 'Fire flame' })).toBeChecked();
  await button(page, 'Save rule').click();
  await expect(page.getByRole('region', { name: 'From 0.5 SOL on' })).toContainText('Fire flame');
  await expect(amount).toHaveCount(0);
  expect(await goesOn()).toBe(true);

  await button(page, 'Edit: From 0.5 SOL on').click();
  await expect(amount).toHaveValue('0.5');
  expect(await goesOn()).toBe(true);
  await amount.fill('0.75');
  await leave();
  await comeBack();
  await expect(amount).toHaveValue('0.75');
  await button(page, 'Cancel').click();
  await leave();
  await comeBack();
  await expect(page.getByRole('region', { name: 'From 0.5 SOL on' })).toContainText('Fire flame');
  await expect(amount).toHaveCount(0);
  expect(await goesOn()).toBe(true);

  // One form at a time: another one would take the place of what is typed in it.
  await button(page, 'Add rule').click();
  await amount.fill('0.9');
  await expect(button(page, /^Edit: /)).toHaveCount(0);
  await button(page, 'Save rule').click();
  await expect(button(page, /^Edit: /)).toHaveCount(2);
  await button(page, 'Edit: From 0.5 SOL on').click();
  await expect(button(page, 'Edit: From 0.9 SOL on')).toHaveCount(0);
});

test('what is changed while a rule is being saved stays in its form, and is saved by the next press', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/alerts`);
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let saved = 0;
  await page.route('**/api/alerts/rules{,/*}', async (route) => {
    if (route.request().method() !== 'GET') await held[saved++]?.promise;
    await route.continue();
  });
  const form = page.locator('section.editing');
  const amount = form.getByLabel('Amount (SOL)');
  const save = () => button(page, 'Save rule').click();
  await button(page, 'Add rule').click();
  await amount.fill('0,5');
  await save();
  await expect(button(page, 'Saving...')).toBeVisible();
  await form.getByRole('switch', { name: 'Show the message' }).uncheck();
  held[0]?.resolve();
  await expect(form.getByRole('heading', { name: 'From 0.5 SOL on' })).toBeVisible();
  await expect(amount).toHaveValue('0.5');
  await expect(page.getByRole('region', { name: 'From 0.5 SOL on' })).toHaveCount(1);
  await expect(form.getByRole('switch', { name: 'Show the message' })).not.toBeChecked();
  await save();
  await expect(button(page, 'Saving...')).toBeVisible();
  await form.getByRole('switch', { name: 'A style of its own' }).check();
  await form.getByText('Fire flame').first().click();
  held[1]?.resolve();
  await expect(button(page, 'Save rule')).toBeEnabled();
  await expect(form.getByRole('radio', { name: 'Fire flame' })).toBeChecked();
  await save();
  await expect(form).toHaveCount(0);
  const rule = page.getByRole('region', { name: 'From 0.5 SOL on' });
  await expect(rule).toContainText('Fire flame');
  await expect(rule).toContainText('Message');
});

test('opening and closing the form of a rule by keyboard takes the focus along', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/alerts`);
  const add = button(page, 'Add rule');
  await add.press('Enter');
  await expect(page.getByRole('heading', { name: 'New rule' })).toBeFocused();
  await button(page, 'Cancel').press('Enter');
  await expect(add).toBeFocused();
  await add.press('Enter');
  await page.getByLabel('Amount (SOL)').fill('0.5');
  await button(page, 'Save rule').press('Enter');
  await expect(add).toBeFocused();

  const edit = button(page, 'Edit: From 0.5 SOL on');
  for (const leave of ['Cancel', 'Save rule']) {
    await edit.press('Enter');
    await expect(page.getByRole('heading', { name: 'From 0.5 SOL on' })).toBeFocused();
    await button(page, leave).press('Enter');
    await expect(edit).toBeFocused();
  }
});

test('whoever deletes a rule by keyboard goes on in the list, also after the last one', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/alerts`);
  for (const amount of ['0.5', '0.9']) {
    await button(page, 'Add rule').click();
    await page.getByLabel('Amount (SOL)').fill(amount);
    await button(page, 'Save rule').click();
    await expect(button(page, `Edit: From ${amount} SOL on`)).toBeVisible();
  }
  for (const amount of ['0.5', '0.9']) {
    await button(page, `Delete: From ${amount} SOL on`).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('region', { name: `From ${amount} SOL on` })).toHaveCount(0);
    await expect(page.locator('.rule-list')).toBeFocused();
  }
});

test('a message is read after the sound of its alert by the overlay’s voice, and skipping ends it at once', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/alerts`);
  const overlay = await openPage(browserSource);
  await overlay.addInitScript(speakAloud);
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));
  await page.getByLabel(/^The voices of your overlay/).check();
  await page.getByLabel('Language').selectOption('Spanish');
  await button(page, 'Save reading aloud').click();
  await expect(page.getByText('Your open overlay has voices.')).toBeVisible({ timeout: 8000 });

  await donate(server.url, kat, 'Ana', 'hola a todos www.example.com 🔥');
  await expect(overlay.getByRole('article')).toContainText('hola a todos');
  const said = () => overlay.evaluate(() => (window as unknown as { e2eSaid: object[] }).e2eSaid);
  await expect
    .poll(said)
    .toEqual([{ text: 'Ana. hola a todos enlace', lang: 'es', volume: 1, isSoundOver: true }]);
  await callAs(server.url, kat, 'POST', '/alerts/skip', {});
  await expect.poll(said).toContainEqual('silence');
});

function toneWavOf(seconds: number): Buffer {
  const wav = toneWav16(seconds);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}

/** Chromium has voices here and none there: this one says everything for ever, until it is told to stop. */
function speakAloud(): void {
  const said: unknown[] = [];
  const sounds: HTMLMediaElement[] = [];
  const play: () => Promise<void> = Reflect.get(HTMLMediaElement.prototype, 'play');
  HTMLMediaElement.prototype.play = function remember(this: HTMLMediaElement) {
    sounds.push(this);
    return play.call(this);
  };
  let isSpeaking = false;
  const voices = {
    getVoices: () => [{ lang: 'es-ES' }],
    addEventListener: () => undefined,
    cancel() {
      if (isSpeaking) said.push('silence');
      isSpeaking = false;
    },
    speak({ text, lang, volume }: SpeechSynthesisUtterance) {
      isSpeaking = true;
      said.push({ text, lang, volume, isSoundOver: sounds.every(({ paused }) => paused) });
    },
  };
  class Utterance extends EventTarget {
    lang = '';
    volume = 1;
    voice = null;
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  Object.defineProperty(window, 'speechSynthesis', { value: voices });
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, e2eSaid: said });
}
