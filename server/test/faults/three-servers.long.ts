import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { expect, test } from 'vitest';
import { type FaultRunReport, runFaults } from './fault-run.ts';
import { seededRandom } from './seeded-random.ts';
import { type ServerFault, serverFaults } from './three-servers.ts';

const result = new URL('../../../bench/results/three-servers.md', import.meta.url);
const shownFindings = 20;
const plan = {
  donationsPerSecond: 5,
  streamers: 12,
  slotMs: 400,
  giveUpMs: 60_000,
  longestAfterMs: 15_000,
  settleMs: 600_000,
};
const faultCount = 32;

function drawFaults(random: () => number): ServerFault[] {
  const each = faultCount / serverFaults.length;
  const bag = serverFaults.flatMap((fault) => Array.from({ length: each }, () => ({ fault, at: random() })));
  return bag.toSorted((a, b) => a.at - b.at).map(({ fault }) => fault);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function slowest(report: FaultRunReport, what: keyof FaultRunReport['rounds'][number]['times']): string {
  return seconds(Math.max(0, ...report.rounds.map(({ times }) => times[what] ?? 0)));
}

function describe(report: FaultRunReport, seed: number): string {
  const { audit } = report;
  const rows: [string, string | number][] = [
    [
      'faults',
      `${report.rounds.length}: ${serverFaults.map((kind) => `${report.rounds.filter(({ fault }) => fault === kind).length} × ${kind}`).join(', ')}`,
    ],
    ['donations created, every one paid', report.donations],
    ['attempts without an answer', report.unanswered],
    [
      'slowest first payment, alert, and all sweeps',
      (['paymentMs', 'alertMs', 'sweepsMs'] as const).map((what) => slowest(report, what)).join(', '),
    ],
    ['alerts never shown', report.neverShown.length],
    ['cards that came again, as the same alert', report.shownAgain],
    ['donations with two alerts', report.twoAlerts.length],
    ['lamports lost', String(audit.receivedLamports - audit.sweptLamports - audit.feeLamports)],
    ['findings of the audit', audit.findings.length],
  ];
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
  return [
    '# Three servers under faults',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ` +
      `Node ${process.versions.node}. Load average after ${load} (1, 5, 15 min).`,
    ['| what | |', '| --- | --- |', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n'),
    `\`npm run test:long\`: three servers on one PostgreSQL and one sandbox chain (${plan.slotMs} ms slots) behind the balancer of ` +
      `\`npm run cluster\`. In random order (seed ${seed}) one of them is killed (SIGKILL), stood still (SIGSTOP), or loses its ` +
      `database, by connections that are closed (drop) or by ones on which nothing comes any more (stall); the fault lasts ` +
      `until the two others have taken over and up to ${plan.longestAfterMs / 1000} s longer, then that server comes back. ` +
      `Meanwhile ${plan.donationsPerSecond} donations a second for ${plan.streamers} streamers. At the end every transaction, balance, ` +
      'sweep and wallet of the chain is compared with the books, address by address.',
    ...(audit.findings.length > 0 ? [audit.findings.slice(0, shownFindings).join('\n\n')] : []),
  ].join('\n\n');
}

test('thirty-two faults of three servers in random order lose nothing and do nothing twice', async () => {
  const seed = Date.now();
  const report = await runFaults({ ...plan, faults: drawFaults(seededRandom(seed)), seed });
  await writeFile(result, `${describe(report, seed)}\n`);
  expect(report.audit.findings).toEqual([]);
  expect(report.neverShown).toEqual([]);
  expect(report.twoAlerts).toEqual([]);
});
