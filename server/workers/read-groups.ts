import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import type { ClaimedGroups, ReadingGroup } from '#server/app/watch-ports.ts';
import { idsOf } from './read-watches.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Calls at a time. */
const atOnce = 4;
/** So long at most one that is closed waits until it may come into a group. */
const gatherEveryMs = 30_000;

type Needs = Pick<Ports, 'readingGroups' | 'watches' | 'chain' | 'clock'>;

/**
 * Reads closed addresses by groups, each with one call that can wait, and makes the groups. What changed is left to the
 * books: whoever reads addresses looks at it.
 */
export function readGroups(ports: Needs, log: Log): Worker {
  const { readingGroups } = ports;
  const reader = startWorker({
    name: 'read-groups',
    log,
    maxIdleMs: 5000,
    step: async () => {
      const claim = await readingGroups.claimDue(atOnce);
      if (claim.groups.length > 0) await readClaimed(ports, claim, log);
      return claim.groups.length === atOnce ? new Date(0) : await readingGroups.nextDueAt();
    },
  });
  const gatherer = startWorker({
    name: 'gather-addresses',
    log,
    maxIdleMs: gatherEveryMs,
    step: async () => ((await readingGroups.gather()) ? new Date(0) : null),
  });
  const waker = wakeOverslept(readingGroups, 'wake-groups', log);
  return {
    wake: () => reader.wake(),
    async stop() {
      await Promise.all([reader.stop(), gatherer.stop(), waker.stop()]);
    },
  };
}

/** One that cannot be read keeps no other from being put off. Throws what the first of them failed by where none could be. */
async function readClaimed(ports: Needs, { groups, until }: ClaimedGroups, log: Log): Promise<void> {
  const errors = new Map<ReadingGroup, unknown>();
  await Promise.all(
    groups.map(async (group) => {
      await readGroup(ports, group).catch((error: unknown) => errors.set(group, error));
    }),
  );
  const read = groups.filter((group) => !errors.has(group));
  if (read.length > 0) await ports.readingGroups.markRead(read, until);
  const [error] = errors.values();
  if (error === undefined) return;
  await ports.readingGroups.giveBack([...errors.keys()], until);
  if (read.length === 0) throw error;
  log.warn(
    { groups: errors.size, error },
    'Closed addresses could not be read; tried again with what is due next.',
  );
}

async function readGroup({ chain, watches, clock }: Needs, group: ReadingGroup): Promise<void> {
  if (group.watches.length === 0) return;
  const addresses = group.watches.map(({ address }) => address);
  const { lamportsByAddress } = await chain.readBalances(addresses, { canWait: true });
  const changed = group.watches.filter(
    ({ address, knownLamports }) => lamportsByAddress.get(address) !== knownLamports,
  );
  if (changed.length > 0) await watches.leave(idsOf(changed), clock.now());
}
