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
 * Has somebody sign in to each of these accounts at the same moment; `isPublic`: each from an address of its own, as a
 * trusted proxy tells it.
 */
export async function signInAtOnce(
  url: string,
  usernames: readonly string[],
  { password, isPublic }: { password: string; isPublic: boolean },
): Promise<SignIns> {
  const answered: SignIns = { in: 0, busy: 0, tookMs: 0 };
  const start = performance.now();
  const signIns = usernames.map((username, index) =>
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
