import { type CDPSession, expect } from '@playwright/test';
import { test, tone } from './overlay-page.ts';

// A trace keeps every state of the page in it.
test.use({ trace: 'off' });

/** What a page holds once its garbage has been collected. */
async function holdingsOf(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { nodes, jsEventListeners, usedSize, players: await countPlayers(devtools) };
}

async function countPlayers(devtools: CDPSession): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'HTMLAudioElement.prototype' });
  if (result.objectId === undefined) throw new Error('The page has no audio elements at all.');
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId });
  const { result: length } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
  });
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup: '' });
  return Number(length.value);
}

test('a thousand alerts in a row leave nothing behind', async ({ openOverlay, standIn }) => {
  test.setTimeout(240_000);
  standIn.clips.set('quiet.wav', await tone(0.2, -40));
  const page = await openOverlay({ speed: 200 });
  const devtools = await page.context().newCDPSession(page);
  let shown = 0;
  const showMany = async (count: number) => {
    for (let i = 0; i < count; i += 5) {
      for (let at = 0; at < 4; at++) standIn.show();
      standIn.showClip('quiet.wav');
      shown += 5;
      await expect.poll(() => standIn.heard.acknowledged.length, { intervals: [10] }).toBe(shown);
    }
    await expect(page.getByRole('article')).toHaveCount(0);
    // The last clip is given back when its 15 seconds are over.
    await page.waitForFunction(
      (since) => performance.now() - since > 20_000,
      await page.evaluate(() => performance.now()),
    );
  };
  await showMany(250);
  const before = await holdingsOf(devtools);
  await showMany(1000);
  const after = await holdingsOf(devtools);
  const told = `before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`;
  test.info().annotations.push({ type: 'held', description: told });
  expect(after.nodes, told).toBeLessThanOrEqual(before.nodes + 5);
  expect(after.jsEventListeners, told).toBeLessThanOrEqual(before.jsEventListeners + 2);
  expect(after.players, told).toBeLessThanOrEqual(2);
  // What it remembers of 1,000 alerts, so that it shows none twice, is some 40 KB, and code that was compiled meanwhile
  // up to some 150; one card that stays is some kilobytes, a thousand times.
  expect(after.usedSize - before.usedSize, told).toBeLessThan(400_000);
});
