import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { type Audit, auditBooks } from './audit-books.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import { seededRandom } from './seeded-random.ts';
import { type ProbeDonation, takeRound, type TakeOverTimes, type WatchedStreamer } from './take-over.ts';
import { type ServerFault, startThreeServers, type ThreeServers } from './three-servers.ts';

/** How hard the run is. */
export interface FaultRunOptions {
  /** What happens, in this order, each to one of the three; null: nothing, for comparison. */
  faults: readonly (ServerFault | null)[];
  donationsPerSecond: number;
  streamers: number;
  slotMs: number;
  /** Draws the server of each fault, how long it lasts on after it was taken over, and what donors do. */
  seed: number;
  /** A take-over that takes longer has failed. */
  giveUpMs: number;
  /** How long a fault may last on after the others have taken over. */
  longestAfterMs: number;
  settleMs: number;
}

/** What came out. */
export interface FaultRunReport {
  rounds: { fault: ServerFault | null; times: TakeOverTimes }[];
  donations: number;
  unanswered: number;
  neverShown: string[];
  /** Cards that came again; an overlay drops them by the alert's id. */
  shownAgain: number;
  /** Donations whose cards were of different alerts: an overlay would show those twice. */
  twoAlerts: string[];
  audit: Audit;
}

/**
 * Runs three servers behind a balancer while donors pay and overlays reconnect, takes one after the other away, and waits
 * each time until the two others have taken over; then lets everything come to rest and audits books and chain.
 */
export async function runFaults(options: FaultRunOptions): Promise<FaultRunReport> {
  await using cleanUp = new AsyncDisposableStack();
  const random = seededRandom(options.seed);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'brava-three-')));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const sandbox = await startSandbox({ slotMs: options.slotMs });
  cleanUp.defer(() => sandbox.stop());
  const cluster = await startThreeServers(cleanUp, { folder, node: sandbox });
  const crowd = await startCrowd({ ...options, url: cluster.url, rpcUrl: sandbox.url, random });
  cleanUp.defer(async () => crowd.close());
  const streamers = await untilOverlaysAreOpen(cluster, crowd);

  const probes: ProbeDonation[] = [];
  const rounds: FaultRunReport['rounds'] = [];
  for (const fault of options.faults) {
    const victim = cluster.servers[Math.floor(random() * cluster.servers.length)];
    if (victim === undefined) throw new Error('There are three servers.');
    const { giveUpMs } = options;
    const times = await takeRound(
      { cluster, rpcUrl: sandbox.url, victim, fault, streamers, giveUpMs },
      probes,
    );
    rounds.push({ fault, times });
    await sleep(random() * options.longestAfterMs);
    await victim.heal();
  }
  await crowd.stopDonating();
  await waitForRest(cluster, crowd, {
    donations: crowd.donations.length + probes.length,
    patienceMs: options.settleMs,
  });
  const paid = new Map([...crowd.donations, ...probes].map((donation) => [donation.address, donation]));
  const audit = await auditBooks(cluster.connectionString, sandbox.url, paid);
  if (paid.size !== crowd.donations.length + probes.length)
    audit.findings.push('an address was given out twice');
  return {
    rounds,
    donations: paid.size,
    unanswered: crowd.unanswered,
    ...countCards(crowd, [...paid.values()]),
    audit,
  };
}

const openWithinMs = 20_000;

async function untilOverlaysAreOpen({ db }: ThreeServers, crowd: Crowd): Promise<WatchedStreamer[]> {
  const deadline = performance.now() + openWithinMs;
  for (;;) {
    const { rows } = await db.query<{ open: number }>('select count(*)::int as open from overlay_sockets');
    if (rows[0]?.open === crowd.overlays.length) break;
    if (performance.now() > deadline) throw new Error(`Only ${rows[0]?.open} overlays are open.`);
    await sleep(50);
  }
  return crowd.streamers.flatMap((streamer, index) => {
    const overlay = crowd.overlays[index];
    return overlay === undefined ? [] : [{ streamer, overlay }];
  });
}

/** Nothing is left to read, to show or to sweep; gives up after `patienceMs` and leaves the words to the audit. */
async function waitForRest(
  { db }: ThreeServers,
  crowd: Crowd,
  { donations, patienceMs }: { donations: number; patienceMs: number },
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const { rows } = await db.query<{ done: number; jobs: number; trayed: number }>(
      `select (select count(*)::int from donations where status = 'TRANSFERRED') as done,
              (select count(*)::int from sweep_jobs) as jobs,
              (select count(*)::int from alerts where state = 'tray') as trayed`,
    );
    if (rows[0]?.done === donations && rows[0].jobs === 0) return;
    if (rows[0]?.trayed !== 0) await crowd.playTrays();
    await sleep(100);
  }
}

function countCards(
  crowd: Crowd,
  donations: readonly { id: string }[],
): Pick<FaultRunReport, 'neverShown' | 'shownAgain' | 'twoAlerts'> {
  const times = new Map(crowd.overlays.flatMap((overlay) => [...overlay.shown]));
  const alerts = new Map(crowd.overlays.flatMap((overlay) => [...overlay.alerts]));
  return {
    neverShown: donations.map(({ id }) => id).filter((id) => !times.has(id)),
    shownAgain: [...times.values()].filter((count) => count > 1).length,
    twoAlerts: [...alerts].filter(([, ids]) => ids.size > 1).map(([id]) => id),
  };
}
