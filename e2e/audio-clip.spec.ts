import { expect, type Page } from '@playwright/test';
import { toneWav } from '#server/test/tone-wav.ts';
import { listenToSound } from './sound-probe.ts';
import { desktop, phone, test } from './watched-page.ts';

// The fake microphone beeps once a second and is allowed without asking.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...microphone] });
    },
    { scope: 'worker' },
  ],
});

const wav = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer });

/** Registers a streamer in this page and returns the codes of both links. */
async function register(page: Page): Promise<{ donationLink: string; widgetCode: string }> {
  await page.goto('/');
  return await page.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: `c-${Date.now() % 1e9}`, password: 'correct horse' });
    const reply = await fetch('/api/auth/register', { method: 'POST', headers: json, body });
    const { token, donationLink } = (await reply.json()) as { token: string; donationLink: string };
    localStorage.setItem('token', token);
    const links = await fetch('/api/donations/link', { headers: { authorization: `Bearer ${token}` } });
    return { donationLink, widgetCode: ((await links.json()) as { linkCode: string }).linkCode };
  });
}

/** Opens the donation page with a message typed, so that each journey can see that it stays. */
async function openForm(page: Page, donationLink: string): Promise<void> {
  await page.goto(`/donate/${donationLink}`);
  await page.getByLabel(/Message/).fill('Good luck tonight!');
}

declare global {
  interface Window {
    /** What recording has opened, where it is broken. */
    opened: { stream: MediaStream | null; meters: AudioContext[] };
  }
}

/** In the page: a part of recording throws when the microphone is open already. */
function breakRecording(broken: string): void {
  window.opened = { stream: null, meters: [] };
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => (window.opened.stream = await open(wanted));
  const fail = (): never => {
    throw new DOMException(`${broken} is busy.`, 'NotSupportedError');
  };
  window.AudioContext = new Proxy(AudioContext, {
    construct: (Meter, args: []) => {
      if (broken === 'AudioContext') fail();
      const meter = new Meter(...args);
      window.opened.meters.push(meter);
      return meter;
    },
  });
  if (broken === 'GainNode') window.GainNode = new Proxy(GainNode, { construct: fail });
  if (broken === 'MediaRecorder') window.MediaRecorder = new Proxy(MediaRecorder, { construct: fail });
  if (broken === 'MediaRecorder.start') MediaRecorder.prototype.start = fail;
}

const fileInput = (page: Page) => page.getByLabel('Audio file', { exact: true });
const typedStays = async (page: Page): Promise<void> =>
  await expect(page.getByLabel(/Message/)).toHaveValue('Good luck tonight!');

test('a donor adds a clip, hears it, replaces it, pays, and the stream plays the one that stayed', async ({
  openPage,
}) => {
  const streamer = await openPage(desktop);
  const { donationLink, widgetCode } = await register(streamer);
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  const onStream = await listenToSound(overlay);
  const clipsOnStream = new Set<string>();
  overlay.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/clips/')) clipsOnStream.add(pathname);
  });
  await overlay.goto(`/widget/${widgetCode}`);
  await expect(overlay.locator('html')).toHaveAttribute('data-connected', 'true');

  const donor = await openPage(phone);
  const heard = await listenToSound(donor);
  await openForm(donor, donationLink);
  await donor.getByLabel(/Name/).fill('Zoë');
  await expect(donor.getByText('Add custom audio (optional)')).toBeVisible();
  await fileInput(donor).setInputFiles(wav('first.wav', toneWav(1.5)));
  await expect(donor.getByText('Audio uploaded successfully!')).toBeVisible();
  await expect(donor.getByText('first.wav')).toBeVisible();
  await expect(donor.getByText(/^\d+\.\d KB, 1\.5 s$/)).toBeVisible();
  await expect(donor.getByText('Audio will play when your donation is shown on stream')).toBeVisible();
  await expect(fileInput(donor)).toHaveCount(0);
  await donor.getByRole('button', { name: 'Play your clip' }).click();
  await expect.poll(async () => (await heard.played())[0]?.src).toMatch(/^\/clips\//);
  await expect.poll(async () => (await heard.played())[0]?.loudest ?? 0).toBeGreaterThan(0.1);
  await expect(donor.getByRole('button', { name: 'Play your clip' })).toBeVisible();
  await donor.getByRole('button', { name: 'Remove your clip' }).click();

  const dropped = await donor.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(bytes)], 'second.wav', { type: 'audio/wav' }));
      files.items.add(new File(['x'], 'ignored.wav', { type: 'audio/wav' }));
      return files;
    },
    [...toneWav(1)],
  );
  const drop = donor.getByRole('button', { name: 'Add custom audio (optional)' });
  await drop.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(donor.getByText('Drop audio file here')).toBeVisible();
  await donor.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(donor.getByText('second.wav')).toBeVisible();
  await typedStays(donor);
  await donor.getByRole('button', { name: 'Play your clip' }).click();
  await expect.poll(async () => (await heard.played()).length).toBe(2);
  const kept = (await heard.played())[1]?.src;

  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(
    donor.getByText('Donation created with custom audio! Send Solana to the address below.'),
  ).toBeVisible();
  await expect(donor.getByText('Custom Audio', { exact: true })).toBeVisible();
  await donor.getByRole('button', { name: 'Pay from the sandbox faucet' }).click();
  await expect(overlay.locator('article')).toContainText('Zoë');
  await expect.poll(async () => (await onStream.played()).length).toBe(1);
  expect([kept, 'levelled']).toContain((await onStream.played())[0]?.src);
  expect([...clipsOnStream]).toEqual([kept]);
  await expect.poll(async () => (await onStream.played())[0]?.loudest ?? 0).toBeGreaterThan(0.05);
  await expect(donor.getByText(/Your custom audio will play on the stream!/)).toBeVisible();

  await streamer.goto('/app/donations');
  const player = streamer.getByRole('button', { name: 'Play the clip of Zoë' });
  await expect(player).toBeVisible();
  await player.click();
  await expect(streamer.getByRole('button', { name: 'Pause the clip of Zoë' })).toBeVisible();
  await expect(player).toBeVisible();
});

test('what cannot be a clip is refused in words, and what was typed stays', async ({ openPage }) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone, 400);
  const uploads: string[] = [];
  donor.on('request', (request) => {
    if (request.method() === 'POST') uploads.push(request.url());
  });
  await openForm(donor, donationLink);
  const said = (words: string) =>
    expect(donor.getByRole('alert').filter({ hasText: words }).first()).toBeVisible();

  const large = Buffer.concat([toneWav(1), Buffer.alloc(5 * 1024 * 1024)]);
  await fileInput(donor).setInputFiles(wav('large.wav', large));
  await said('File size must be less than 5MB');
  await fileInput(donor).setInputFiles({
    name: 'cat.png',
    mimeType: 'image/png',
    buffer: Buffer.from('PNG'),
  });
  await said('This is not an mp3, wav, ogg, m4a or webm audio file.');
  expect(uploads).toEqual([]);

  await fileInput(donor).setInputFiles(wav('long.wav', toneWav(16)));
  await said('Audio must be 15 seconds or less');
  await fileInput(donor).setInputFiles(wav('no-audio.wav', Buffer.from('<html>'.repeat(500))));
  await expect.poll(() => uploads.length).toBe(2);
  await expect(donor.locator('.clip-field .err')).toHaveText(/This is not an mp3|damaged/);
  await typedStays(donor);

  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByText('Donation created! Send Solana to the address below.')).toBeVisible();
  await expect(donor.getByText('Custom Audio', { exact: true })).toHaveCount(0);
});

test('no donation is created while its clip is on the way, and a cancelled upload leaves the form as it was', async ({
  openPage,
}) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone);
  await openForm(donor, donationLink);
  const line = await donor.context().newCDPSession(donor);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await fileInput(donor).setInputFiles(wav('slow.wav', toneWav(14)));
  await expect(donor.getByText('Uploading audio...').first()).toBeVisible();
  const sent = () => donor.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).value);
  await expect.poll(sent).toBeGreaterThan(0.05);
  expect(await sent()).toBeLessThan(1);
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('alert')).toHaveText(/still uploading/);
  await expect(donor).toHaveURL(new RegExp(`/donate/${donationLink}$`));
  await donor.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect(donor.getByText('Add custom audio (optional)')).toBeVisible();
  await expect(donor.getByRole('alert')).toHaveCount(0);
  await typedStays(donor);
});

test('the uploader opens by keyboard, and a file dropped beside it does not replace the page', async ({
  openPage,
}) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(desktop);
  // Asked for early: a key that is pressed right behind it may open a window that the browser keeps to itself.
  const chooser = donor.waitForEvent('filechooser');
  await openForm(donor, donationLink);
  await donor.keyboard.press('Tab');
  await donor.keyboard.press('Enter');
  expect((await chooser).isMultiple()).toBe(false);
  const isOpened = await donor.getByLabel(/Message/).evaluate((field) => {
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'a.mp3'));
    const options = { dataTransfer: files, bubbles: true, cancelable: true };
    return field.dispatchEvent(new DragEvent('drop', options));
  });
  expect(isOpened).toBe(false);
});

test('a clip that is gone when the donation is created is taken out with words, and the form goes on', async ({
  openPage,
}) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone, 400);
  await openForm(donor, donationLink);
  const uploaded = donor.waitForResponse('**/api/files/audio/upload');
  await fileInput(donor).setInputFiles(wav('mine.wav', toneWav(1)));
  const { fileName } = (await (await uploaded).json()) as { fileName: string };
  await expect(donor.getByText('mine.wav')).toBeVisible();
  // Another donation takes it first: a clip belongs to one donation only.
  await donor.request.post('/api/donations', { data: { linkCode: donationLink, audioFileName: fileName } });
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByText(/This audio clip is no longer available/).first()).toBeVisible();
  await expect(donor.getByText('mine.wav')).toHaveCount(0);
  await typedStays(donor);
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
});

test('a donor records with the microphone, hears it back and uses it', async ({ openPage }) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone);
  const heard = await listenToSound(donor);
  await openForm(donor, donationLink);
  await donor.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(donor.getByText('13 s left')).toBeVisible();
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('alert')).toHaveText(/not added yet/);
  await donor.getByRole('button', { name: 'Stop recording' }).click();
  await donor.getByRole('button', { name: 'Play your recording' }).click();
  await expect(donor.getByText('Nothing can be heard')).toHaveCount(0);
  await expect.poll(async () => (await heard.played())[0]?.loudest ?? 0).toBeGreaterThan(0.05);
  await donor.getByRole('button', { name: 'Use recording' }).click();
  await expect(donor.getByText(/^recording\.\w+$/)).toBeVisible();
  await expect(donor.getByText(/^\d+\.\d KB, [2-4]\.\d s$/)).toBeVisible();
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByText('Custom Audio', { exact: true })).toBeVisible();
});

test('a recording of a muted microphone is said to be silent before it is used', async ({ openPage }) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone);
  await donor.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      for (const track of stream.getTracks()) track.enabled = false;
      return stream;
    };
  });
  await openForm(donor, donationLink);
  await donor.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(donor.getByText('13 s left')).toBeVisible();
  await donor.getByRole('button', { name: 'Stop recording' }).click();
  await expect(donor.getByText('Nothing can be heard in this recording.', { exact: false })).toBeVisible();
  await expect(donor.getByRole('button', { name: 'Use recording' })).toBeEnabled();
});

test('the focus stays with the uploader while a recording is sent, and when it comes back refused', async ({
  openPage,
}) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone, 503);
  const sending = Promise.withResolvers<void>();
  await donor.route('**/api/files/audio/upload', async (route) => {
    await sending.promise;
    await route.fulfill({ status: 503, json: { message: 'Too busy.', code: 'busy' } });
  });
  await openForm(donor, donationLink);
  await donor.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(donor.getByText('14 s left')).toBeVisible();
  await donor.getByRole('button', { name: 'Stop recording' }).click();
  const use = donor.getByRole('button', { name: 'Use recording' });
  await expect(use).toBeFocused();
  await use.press('Enter');
  await expect(donor.getByText('Uploading audio...').first()).toBeVisible();
  await expect(donor.getByRole('group', { name: 'Custom audio' })).toBeFocused();
  await donor.keyboard.press('Tab');
  await expect(donor.getByRole('button', { name: 'Cancel the upload' })).toBeFocused();
  sending.resolve();
  await expect(use).toBeVisible();
  await expect(donor.getByRole('group', { name: 'Custom audio' })).toBeFocused();
});

test('a recording ends by itself before it is too long for the server', async ({ openPage }) => {
  const { donationLink } = await register(await openPage(desktop));
  const donor = await openPage(phone);
  await openForm(donor, donationLink);
  await donor.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(donor.getByText('5 s left')).toBeVisible({ timeout: 15_000 });
  await donor.getByRole('button', { name: 'Use recording' }).click({ timeout: 30_000 });
  await expect(donor.getByText(/^\d+\.\d KB, (?:14\.\d|15\.0) s$/)).toBeVisible({ timeout: 30_000 });
});

for (const broken of ['AudioContext', 'GainNode', 'MediaRecorder', 'MediaRecorder.start'] as const) {
  test(`the microphone closes again when recording cannot begin for want of ${broken}`, async ({
    openPage,
  }) => {
    const { donationLink } = await register(await openPage(desktop));
    const donor = await openPage(phone);
    await donor.addInitScript(breakRecording, broken);
    await openForm(donor, donationLink);
    await donor.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(donor.getByText('The microphone could not be opened. Please try again.')).toBeVisible();
    const states = () =>
      donor.evaluate(() => {
        const { stream, meters } = window.opened;
        const tracks = stream?.getTracks() ?? [];
        return [...tracks.map(({ readyState }) => readyState), ...meters.map(({ state }) => state)];
      });
    await expect.poll(states).toEqual(broken === 'AudioContext' ? ['ended'] : ['ended', 'closed']);
    await typedStays(donor);
  });
}

test('without a microphone the donor reads why; where nothing can record, nothing is offered', async ({
  openPage,
}) => {
  const { donationLink } = await register(await openPage(desktop));
  const without = await openPage(phone);
  await without.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await openForm(without, donationLink);
  await without.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(without.getByText('No microphone was found. Please connect one and try again.')).toBeVisible();
  await expect(without.getByText('Add custom audio (optional)')).toBeVisible();
  await typedStays(without);

  const old = await openPage(phone);
  await old.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'));
  await openForm(old, donationLink);
  await expect(old.getByText('Add custom audio (optional)')).toBeVisible();
  await expect(old.getByRole('button', { name: 'Record', exact: true })).toHaveCount(0);
});
