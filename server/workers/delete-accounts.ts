import { randomInt } from 'node:crypto';
import { newDonationCode, newWidgetCode } from '#server/app/donations/link-codes.ts';
import type { Log } from '#server/app/log.ts';
import type { BlankAccount } from '#server/app/own-account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { retiredNameHash } from '#server/app/accounts/retired-names.ts';
import { startWorker, type Worker } from './work-loop.ts';

const lookEveryMs = 2000;
const removeEveryMs = 60_000;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Deletes accounts whose grace period is over, step by step. Each step is a short transaction of its own: a process that
 * dies between two, or in the middle of one, is followed by itself or another.
 */
export function deleteAccounts(ports: Pick<Ports, 'accountDeletions' | 'vault'>, log: Log): Worker {
  return startWorker({
    name: 'delete-accounts',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => ((await ports.accountDeletions.step(drawBlank(ports))) ? new Date(0) : null),
  });
}

/** Removes donors' texts that are past their time, some at a time. */
export function removeOldTexts(ports: Pick<Ports, 'retention' | 'settings'>, log: Log): Worker {
  return startWorker({
    name: 'remove-old-texts',
    log,
    maxIdleMs: removeEveryMs,
    step: async () => ((await ports.retention.step(ports.settings.retention)) ? new Date(0) : null),
  });
}

function drawBlank(ports: Pick<Ports, 'vault'>): BlankAccount {
  const tail = Array.from({ length: 12 }, () => letters.charAt(randomInt(letters.length))).join('');
  return {
    username: `deleted-${tail}`,
    donationCode: newDonationCode(),
    widgetCode: newWidgetCode(),
    nameHashOf: (username) => retiredNameHash(ports, username),
  };
}
