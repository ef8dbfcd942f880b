import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import type { CountedHttp } from './counted-http.ts';
import type { BenchStreamer } from './register-streamers.ts';

/** What the loads act on. */
export interface LoadTarget {
  http: CountedHttp;
  db: Pool;
  sandbox: Sandbox;
  streamers: readonly BenchStreamer[];
}

/** A donation that waits for its payment. */
export interface OpenDonation {
  id: string;
  walletAddress: string;
}

const atOnce = 8;
const paidLamports = 5_000_000;
/** Looked at seldom: the database's time for it counts as the load's. */
const wait = { everyMs: 500, timeoutMs: 120_000 };

/** Does the same so many times, eight at once, and gives back what came of each. */
export async function repeat<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results.push(await act(index));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** Creates donations, round the streamers. */
export async function createDonations(
  { http, streamers }: LoadTarget,
  count: number,
): Promise<OpenDonation[]> {
  return await repeat(count, async (index) => {
    const linkCode = streamers[index % streamers.length]?.donationCode;
    const body = JSON.stringify({
      linkCode,
      donatorName: 'Bench',
      message: 'Good luck with the next level!',
    });
    const answer = await http.ask('POST', '/api/donations', { type: 'application/json', bytes: body });
    return JSON.parse(answer) as OpenDonation;
  });
}

/** Pays donations as wallets would, and waits until all of it has been passed on. */
export async function payAll({ db, sandbox }: LoadTarget, donations: readonly OpenDonation[]): Promise<void> {
  for (const [index, { walletAddress }] of donations.entries()) {
    await fetch(sandbox.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: index,
        method: 'requestAirdrop',
        params: [walletAddress, paidLamports],
      }),
    });
  }
  const ids = donations.map(({ id }) => id);
  await until(async () => {
    const { rows } = await db.query(
      'select count(*)::int as left from donations where id = any ($1::uuid[]) and swept_at is null',
      [ids],
    );
    return (rows[0] as { left: number }).left === 0;
  });
}

/** Waits for a condition; throws when it takes too long. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + wait.timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('The server did not get there in time.');
    await sleep(wait.everyMs);
  }
}
