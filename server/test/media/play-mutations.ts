/**
 * Looks for a hole: decodes mutated files that the meter takes in Chromium, and names those that come out
 * longer than measured: `node server/test/media/play-mutations.ts [files] [first seed]`, a minute for 1,500.
 */
import { readClip } from '#server/media/measure/read-clip.ts';
import { launchChromium, serveFiles } from './chromium.ts';
import { listCorpus } from './corpus.ts';
import { mutate } from './mutate.ts';

const [wanted = 1_500, firstSeed = 3_000_000] = process.argv.slice(2).map(Number);
const tolerance = 0.2;
const files = listCorpus().flatMap(({ bytes }) => (bytes.length > 0 ? [bytes] : []));
const ends = { asMeasured: 0, longer: 0, shorter: 0, undecodable: 0 };
let bytes = Buffer.alloc(0);
const server = await serveFiles((name) => (name === 'clip' ? { bytes, type: 'audio/mpeg' } : null));
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  for (let seed = firstSeed, taken = 0; taken < wanted; seed += 1) {
    bytes = Buffer.from(mutate(files, seed));
    const measured = measureSeconds();
    if (measured === null) continue;
    taken += 1;
    const decoded = await page.evaluate(decodeClip);
    const end = compare(measured, decoded);
    ends[end] += 1;
    if (end === 'longer') console.log(`Seed ${seed} was measured as ${measured} s and is ${decoded} s.`);
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(ends);
if (ends.longer > 0) process.exitCode = 1;

function measureSeconds(): number | null {
  try {
    return readClip(bytes).durationMs / 1000;
  } catch {
    return null;
  }
}

function compare(measured: number, decoded: number | null): keyof typeof ends {
  if (decoded === null) return 'undecodable';
  if (decoded > measured + tolerance) return 'longer';
  return decoded < measured - tolerance ? 'shorter' : 'asMeasured';
}

/** Runs in the page. */
async function decodeClip(): Promise<number | null> {
  const bytes = await (await fetch('/clip')).arrayBuffer();
  const context = new OfflineAudioContext(1, 1, 48_000);
  return await context.decodeAudioData(bytes).then(
    ({ duration }) => duration,
    () => null,
  );
}
