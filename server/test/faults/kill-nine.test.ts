import { expect, test } from 'vitest';
import { runKillLoop } from './kill-loop.ts';

test('a server that is killed twenty times under load loses no alert and no lamport, and pays nothing twice', async () => {
  const report = await runKillLoop({
    kills: 20,
    donationsPerSecond: 10,
    streamers: 6,
    longestLifeMs: 1500,
    slotMs: 40,
    seed: Date.now(),
    settleMs: 25_000,
  });
  expect(report.audit.findings).toEqual([]);
  expect(report.neverShown).toEqual([]);
  expect(report.leftProcesses).toEqual([]);
  // As many as twenty short lives leave time for, on a slow machine too: without any, nothing would be shown by this.
  expect(report.donations).toBeGreaterThan(15);
  // A minute on an idle machine; twenty starts take as long as the machine has no time for them.
}, 240_000);
