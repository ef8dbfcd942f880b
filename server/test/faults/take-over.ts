import { setTimeout as sleep } from 'node:timers/promises';
import { call, type TestStreamer } from '#server/test/test-client.ts';
import { payFromFaucet } from './rpc-call.ts';
import type { SteadyOverlay } from './steady-overlay.ts';
import type { FaultyServer, ServerFault, ThreeServers } from './three-servers.ts';

/** A streamer whose overlay is open. */
export interface WatchedStreamer {
  streamer: TestStreamer;
  overlay: SteadyOverlay;
}

/** A donation made for the fault, and what was sent to its address. */
export interface ProbeDonation {
  id: string;
  address: string;
  lamports: bigint;
  payments: number;
}

/** Milliseconds from the fault on; null: nothing of it was held by the server. */
export interface TakeOverTimes {
  /** Until the first payment made after it, to an address that the server watched, was recorded. */
  paymentMs: number | null;
  /** Until the first alert of such a payment was shown by an overlay that was connected to the server. */
  alertMs: number | null;
  /** Until everything was swept that any of the three was working on at that moment: who, is not written down. */
  sweepsMs: number | null;
}

/** What is needed to take one round. */
export interface TakeOverRound {
  cluster: ThreeServers;
  rpcUrl: string;
  victim: FaultyServer;
  /** Null: nothing happens to it, for comparison. */
  fault: ServerFault | null;
  streamers: readonly WatchedStreamer[];
  giveUpMs: number;
}

const probesAtOnce = 4;
const mostTries = 6;
const lookEveryMs = 20;
const retryMs = 500;
const answeredWithinMs = 60_000;
/** A new address is watched as soon as it is committed; this is how often that is looked at. */
const adoptedWithinMs = 3000;

/**
 * Waits until one server watches the address of a donation whose streamer's overlay is connected to it (nobody else reads
 * that address), begins the fault, pays that donation and the others that were made along the way, and waits until the
 * other servers have begun to do what it did. The fault lasts on. Throws when it takes longer than `giveUpMs`.
 */
export async function takeRound(round: TakeOverRound, probes: ProbeDonation[]): Promise<TakeOverTimes> {
  const { cluster, rpcUrl, victim, fault } = round;
  const mine = await streamersOn(round);
  const made = await makeProbes(round, mine);
  probes.push(...made.map(({ probe }) => probe));
  const watched = made.filter(({ isWatched }) => isWatched).map(({ probe }) => probe.id);
  const sweeping = await listSweeping(cluster);
  const startedAt = performance.now();
  if (fault !== null) await victim.begin(fault);
  for (const { probe } of made) {
    probe.lamports = 3_000_000n;
    probe.payments = 1;
    await payFromFaucet(rpcUrl, probe.address, Number(probe.lamports));
  }
  const since = (): number => performance.now() - startedAt;
  const carded = made.filter(({ streamer }) => mine.includes(streamer));
  const times: TakeOverTimes = { paymentMs: null, alertMs: null, sweepsMs: null };
  const open = new Map<keyof TakeOverTimes, () => Promise<boolean>>();
  if (watched.length > 0) open.set('paymentMs', () => isOnePaid(cluster, watched));
  if (carded.length > 0)
    open.set('alertMs', async () =>
      carded.some(({ probe, streamer }) => streamer.overlay.shown.has(probe.id)),
    );
  if (sweeping.length > 0) open.set('sweepsMs', () => areSwept(cluster, sweeping));
  while (open.size > 0) {
    for (const [what, isDone] of open) {
      if (!(await isDone())) continue;
      times[what] = since();
      open.delete(what);
    }
    if (since() > round.giveUpMs) throw notInTime(round, [...open.keys()]);
    await sleep(lookEveryMs);
  }
  return times;
}

type MadeProbe = { probe: ProbeDonation; streamer: WatchedStreamer; isWatched: boolean };

/** Makes donations until the server watches one of them; the first for those whose overlay it has. */
async function makeProbes(
  { cluster, victim, streamers }: TakeOverRound,
  mine: readonly WatchedStreamer[],
): Promise<MadeProbe[]> {
  const made: MadeProbe[] = [];
  const among = mine.length > 0 ? mine : streamers;
  for (let tries = 0; tries < mostTries && !made.some(({ isWatched }) => isWatched); tries += 1) {
    for (let index = 0; index < probesAtOnce; index += 1) {
      const streamer = among[index % among.length];
      if (streamer === undefined) throw new Error('There are streamers.');
      const { id, walletAddress } = await createPatiently(cluster.url, streamer.streamer.donationLink);
      const probe = { id, address: walletAddress, lamports: 0n, payments: 0 };
      made.push({ probe, streamer, isWatched: (await watcherOf(cluster, id)) === victim.processId });
    }
  }
  return made;
}

/** On a busy machine a server may give up for a moment; what got no answer is paid by nobody. */
async function createPatiently(
  url: string,
  linkCode: string,
): Promise<{ id: string; walletAddress: string }> {
  const deadline = performance.now() + answeredWithinMs;
  for (;;) {
    try {
      return await call(url, 'createDonation', { body: { linkCode, donatorName: 'Probe' } });
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(retryMs);
    }
  }
}

async function watcherOf({ db }: ThreeServers, id: string): Promise<string | null> {
  const deadline = performance.now() + adoptedWithinMs;
  while (performance.now() < deadline) {
    const { rows } = await db.query<{ by: string | null }>(
      'select process_id as by from watches where donation_id = $1',
      [id],
    );
    if (rows[0]?.by != null) return rows[0].by;
    await sleep(lookEveryMs);
  }
  return null;
}

async function streamersOn({ cluster, victim, streamers }: TakeOverRound): Promise<WatchedStreamer[]> {
  const { rows } = await cluster.db.query<{ id: string }>(
    'select user_id as id from overlay_sockets where process_id = $1',
    [victim.processId],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return streamers.filter(({ streamer }) => ids.has(streamer.user.id));
}

async function listSweeping({ db }: ThreeServers): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select donation_id as id from sweep_jobs where lease_until > now()',
  );
  return rows.map(({ id }) => id);
}

async function isOnePaid({ db }: ThreeServers, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query('select from donations where id = any($1) and paid_at is not null', [
    ids,
  ]);
  return rowCount !== 0;
}

async function areSwept({ db }: ThreeServers, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query('select from donations where id = any($1) and swept_at is null', [ids]);
  return rowCount === 0;
}

function notInTime({ cluster, fault }: TakeOverRound, open: readonly string[]): Error {
  const lines = cluster.servers.flatMap((server, index) => server.lines.map((line) => `[${index}] ${line}`));
  return new Error(
    `${fault ?? 'no fault'}: ${open.join()} not in time. The servers said:\n${lines.join('\n')}`,
  );
}
