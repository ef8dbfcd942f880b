import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { socketConnectionString } from '#server/postgres/embedded/socket-folder.ts';
import { query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { auditBooks, type Audit } from './audit-books.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import { listProcessesOf } from './list-processes.ts';
import { seededRandom } from './seeded-random.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** A start takes about so long: three in ten servers are killed within it. */
const youngMs = 1000;

/** How hard the loop is. */
export interface KillLoopOptions {
  kills: number;
  donationsPerSecond: number;
  streamers: number;
  /** A server lives up to this long after it was ready. */
  longestLifeMs: number;
  slotMs: number;
  /** Draws the moments of the kills and what donors do. */
  seed: number;
  /** The last wait, for everything to be shown and swept. */
  settleMs: number;
}

/** What came out. */
export interface KillLoopReport {
  kills: number;
  /** Kills that came before or soon after 'Brava is ready'. */
  killedWhileStarting: number;
  /** From spawn to 'Brava is ready', of the starts that got so far. */
  startMs: number[];
  /** Created with an answer; each of them was paid. */
  donations: number;
  unanswered: number;
  neverShown: string[];
  shownAgain: number;
  audit: Audit;
  /** More than one PostgreSQL while running, or anything at all after the end. */
  leftProcesses: string[];
  loopMs: number;
  settledAfterMs: number;
}

/**
 * Kills `node server/main.ts` with SIGKILL at random moments, also while it starts, and starts it again on the same
 * folder, while donors pay and overlays acknowledge. Then lets everything come to rest and audits the books.
 */
export async function runKillLoop(options: KillLoopOptions): Promise<KillLoopReport> {
  await using cleanUp = new AsyncDisposableStack();
  const random = seededRandom(options.seed);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'brava-kills-')));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const sandbox = await startSandbox({ slotMs: options.slotMs });
  cleanUp.defer(() => sandbox.stop());
  const start = await serverOn(folder, sandbox);
  cleanUp.defer(async () => void (await clearPostmaster(join(folder, 'data/postgres/cluster'), () => {})));
  let server = start();
  cleanUp.defer(() => server.stop('SIGKILL'));
  await server.ready;
  const crowd = await startCrowd({ ...options, url: server.url, rpcUrl: sandbox.url, random });
  cleanUp.defer(async () => crowd.close());

  const loopStartedAt = performance.now();
  const startMs: number[] = [];
  const leftProcesses: string[] = [];
  let killedWhileStarting = 0;
  for (let kills = 0; kills < options.kills; kills += 1) {
    const diesYoung = random() < 0.3;
    if (diesYoung) killedWhileStarting += 1;
    else {
      await server.ready;
      const postmasters = await listProcessesOf(folder);
      if (postmasters.length > 1) leftProcesses.push(...postmasters);
    }
    await sleep(random() * (diesYoung ? youngMs : options.longestLifeMs));
    await server.stop('SIGKILL');
    const next = start();
    const spawnedAt = performance.now();
    void next.ready.then(
      () => startMs.push(performance.now() - spawnedAt),
      () => undefined,
    );
    server = next;
  }
  await server.ready;
  const loopMs = performance.now() - loopStartedAt;
  await crowd.stopDonating();
  const restingFrom = performance.now();
  const connectionString = socketConnectionString(join(folder, 'data/postgres/socket'), 'brava', 'brava');
  await waitForRest(connectionString, crowd, options.settleMs);
  const settledAfterMs = performance.now() - restingFrom;
  const paid = new Map(crowd.donations.map((donation) => [donation.address, donation]));
  const audit = await auditBooks(connectionString, sandbox.url, paid);
  if (paid.size !== crowd.donations.length) audit.findings.push('an address was given out twice');
  await server.stop();
  leftProcesses.push(...(await listProcessesOf(folder)));
  return {
    kills: options.kills,
    killedWhileStarting,
    startMs,
    donations: crowd.donations.length,
    unanswered: crowd.unanswered,
    ...countShown(crowd),
    audit,
    leftProcesses,
    loopMs,
    settledAfterMs,
  };
}

async function serverOn(folder: string, sandbox: Sandbox): Promise<() => ServerProcess> {
  const port = await freePort();
  const environment = {
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'keys/seed'),
    SOLANA_RPC_URL: sandbox.url,
    SOLANA_WS_URL: sandbox.wsUrl,
    SOLANA_REQUESTS_PER_10S: '1000000',
    SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
  };
  return () => startServerProcess({ port, environment });
}

/** Nothing is left to read, to show or to sweep; gives up after `patienceMs` and leaves the words to the audit. */
async function waitForRest(connectionString: string, crowd: Crowd, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const [row] = await query(
      connectionString,
      `select (select count(*)::int from donations where status = 'TRANSFERRED') as done,
              (select count(*)::int from sweep_jobs) as jobs,
              (select count(*)::int from alerts where state = 'tray') as trayed`,
    );
    if (row?.['done'] === crowd.donations.length && row['jobs'] === 0) return;
    if (row?.['trayed'] !== 0) await crowd.playTrays();
    await sleep(100);
  }
}

function countShown(crowd: Crowd): { neverShown: string[]; shownAgain: number } {
  const times = new Map(crowd.overlays.flatMap((overlay) => [...overlay.shown]));
  return {
    neverShown: crowd.donations.map(({ id }) => id).filter((id) => !times.has(id)),
    shownAgain: [...times.values()].filter((count) => count > 1).length,
  };
}
