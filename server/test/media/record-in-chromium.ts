import { launchChromium } from './chromium.ts';

/** Records 3 s of a tone with the MediaRecorder of Chromium, as the donation page does. */
export async function recordInChromium(mimeType: string): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    return Buffer.from(await page.evaluate(recordTone, mimeType), 'base64');
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function recordTone(mimeType: string): Promise<string> {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const out = context.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  const recorder = new MediaRecorder(out.stream, { mimeType, audioBitsPerSecond: 16_000 });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start(500);
  setTimeout(() => recorder.stop(), 3_000);
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
