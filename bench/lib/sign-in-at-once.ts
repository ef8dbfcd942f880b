import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.ts';

/** How many were signed in, how many were told to wait, and when the last of them had an answer. */
export interface SignIns {
  in: number;
  busy: number;
  tookMs: number;
}

/** Some answers within the public configuration come at once; it takes so long in any case. */
const leastMs = 3000;

/**
 * Has so many people sign in to one account at the same moment; `isPublic`: each from an address of its own, as a trusted
 * proxy tells it. Its limit of tries must have been raised: what is measured is the hashing.
 */
export async function signInAtOnce(
  url: string,
  count: number,
  account: { username: string; password: string; isPublic: boolean },
): Promise<SignIns> {
  const answered: SignIns = { in: 0, busy: 0, tookMs: 0 };
  const { username, password, isPublic } = account;
  const start = performance.now();
  const signIns = Array.from({ length: count }, (_, index) =>
    call(url, 'login', {
      body: { username, password },
      ...(isPublic && { from: `198.51.${Math.floor(index / 250)}.${1 + (index % 250)}` }),
    }).then(
      () => (answered.in += 1),
      (error: unknown) => countBusy(error, answered),
    ),
  );
  await Promise.all(signIns);
  answered.tookMs = performance.now() - start;
  await sleep(Math.max(0, leastMs - answered.tookMs));
  return answered;
}

function countBusy(error: unknown, answered: SignIns): void {
  if (!(error instanceof Error) || !/answered (?:429|503)/.test(error.message)) throw error;
  answered.busy += 1;
}
