import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { expect, test } from 'vitest';
import { type KillLoopReport, runKillLoop } from './kill-loop.ts';

const result = new URL('../../../bench/results/kill-nine.md', import.meta.url);
const shownFindings = 20;
const plan = {
  kills: 200,
  donationsPerSecond: 20,
  streamers: 40,
  longestLifeMs: 6000,
  slotMs: 400,
  settleMs: 900_000,
};

function describe(report: KillLoopReport, seed: number): string {
  const starts = report.startMs.toSorted((a, b) => a - b);
  const startAt = (share: number): string =>
    `${((starts[Math.floor(share * (starts.length - 1))] ?? 0) / 1000).toFixed(2)} s`;
  const { audit } = report;
  const rows: [string, string | number][] = [
    ['kills', report.kills],
    ['of them before or within a second of the start', report.killedWhileStarting],
    ['start after a kill, until ‘Brava is ready’', `median ${startAt(0.5)}, slowest ${startAt(1)}`],
    ['donations created, every one paid', report.donations],
    ['attempts that met no server', report.unanswered],
    ['alerts never shown', report.neverShown.length],
    ['cards shown again after a kill', report.shownAgain],
    ['lamports paid to addresses', String(audit.receivedLamports)],
    ['lamports in streamers’ wallets', String(audit.sweptLamports)],
    ['lamports paid as fees', String(audit.feeLamports)],
    ['lamports lost', String(audit.receivedLamports - audit.sweptLamports - audit.feeLamports)],
    ['findings of the audit', audit.findings.length],
    ['processes left over', report.leftProcesses.length],
    ['the loop took', `${(report.loopMs / 60_000).toFixed(1)} min`],
    ['until all was shown and swept after it', `${(report.settledAfterMs / 1000).toFixed(1)} s`],
  ];
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
  return [
    '# kill -9 under load',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ` +
      `Node ${process.versions.node}. Load average after ${load} (1, 5, 15 min).`,
    ['| what | |', '| --- | --- |', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n'),
    `\`npm run test:long\`: \`node server/main.ts\` with its embedded PostgreSQL is ended by SIGKILL at random moments, ` +
      `three in ten of them while it starts, and started again on the same folder (seed ${seed}). Meanwhile donors try ` +
      `${plan.donationsPerSecond} donations a second for ${plan.streamers} streamers and pay on a sandbox chain with ` +
      `${plan.slotMs} ms slots that stays up; one in ten pays in two parts, one in ten pays again. Overlays reconnect and ` +
      'acknowledge; cards take 0.15 s instead of 7 s, so that all can be shown. At the end every transaction, balance, sweep ' +
      'and wallet of the chain is compared with the books, address by address.',
    ...(audit.findings.length > 0 ? [audit.findings.slice(0, shownFindings).join('\n\n')] : []),
  ].join('\n\n');
}

test('two hundred kills under twenty donations a second lose nothing and pay nothing twice', async () => {
  const seed = Date.now();
  const report = await runKillLoop({ ...plan, seed });
  await writeFile(result, `${describe(report, seed)}\n`);
  expect(report.audit.findings).toEqual([]);
  expect(report.neverShown).toEqual([]);
  expect(report.leftProcesses).toEqual([]);
});
