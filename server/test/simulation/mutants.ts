import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Mutant, one } from './mutant.ts';
import { tokenMutants } from './token-mutants.ts';

const root = new URL('../../../', import.meta.url);

/** Mistakes, each in the words of the code that it changes. A text that is not found exactly once is an error. */
export const mutants: readonly Mutant[] = [
  one(
    'send-before-store',
    'app/money/sweep-donation.ts',
    'if (!(await ports.sweeps.storeSigned(job, signed)))',
    'await ports.sweepChain.send(signed.raw);\n  if (!(await ports.sweeps.storeSigned(job, signed)))',
  ),
  one('no-fence', 'postgres/money/sweep-store.ts', ' and j.fence = ${job.fence}\n', '\n'),
  {
    ...one(
      'no-unique-live-sweep',
      'app/money/sweep-donation.ts',
      'if (job.live !== null) return',
      'if (job.live !== null && job.fence % 3n !== 0n) return',
    ),
    sql: 'drop index sweeps_live',
  },
  {
    name: 'sign-anew-too-early',
    patches: [
      {
        file: 'server/solana/sweep-outcome.ts',
        find: 'if (finalized.blockHeight <= lastValidBlockHeight) return null;',
        replace: '',
      },
      {
        file: 'server/solana/sweep-outcome.ts',
        find: "if ((await ask('confirmed')).value) return null;",
        replace: '',
      },
      {
        file: 'server/solana/sweep-outcome.ts',
        find: 'return value ? null : context.slot;',
        replace: 'return context.slot;',
      },
    ],
  },
  {
    name: 'stop-watching-at-expiry',
    patches: [
      {
        file: 'server/postgres/money/watch-store.ts',
        find: 'where next_read_at <= ${now}\n',
        replace: 'where is_open and next_read_at <= ${now}\n',
      },
      {
        file: 'server/postgres/money/watch-store.ts',
        find: "eb.fn.min('next_read_at').as('at')",
        replace: "eb.fn.min('next_read_at').filterWhere('is_open', '=', true).as('at')",
      },
      {
        file: 'server/postgres/money/watch-store.ts',
        find: 'where not is_open and not is_claimed and next_read_at >',
        replace: 'where false and next_read_at >',
      },
    ],
  },
  one(
    'alert-not-with-the-payment',
    'postgres/donations/save-alert.ts',
    'const insert = (alert: Alert) => insertAlert(trx, after, alert);',
    "const insert = (alert: Alert) => trx.deleteFrom('alerts').where('id', '=', alert.id).compile();",
  ),
  one(
    'alert-forgotten-once-sent',
    'postgres/alerts/move-queue.ts',
    '.set((eb) => ({ sent_at: now,',
    ".set((eb) => ({ settled_at: now, settled_how: 'overlay', sent_at: now,",
  ),
  one(
    'acknowledgement-from-anyone',
    'realtime/handlers.ts',
    'if (seat?.isCounted !== true || sent === undefined) return;',
    'if (seat === undefined || sent === undefined) return void (await ports.donations.change(donationId, (row) => row.paidAt !== null && row.shownAt === null ? { ...row, shownAt: ports.clock.now(), settledHow: "overlay" } : row));',
  ),
  one(
    'acknowledgement-at-once',
    'realtime/handlers.ts',
    'if (afterMs < ports.settings.pace.acknowledgeAfterMs) return;',
    '',
  ),
  one(
    'held-is-sent',
    'postgres/alerts/move-queue.ts',
    "where: sql`a.state = 'queue' and a.sent_at is null and ${isWanted}`",
    "where: sql`a.state in ('queue', 'held') and a.sent_at is null and ${isWanted}`",
  ),
  one(
    'held-is-sent-at-once',
    'postgres/alerts/move-queue.ts',
    "const unsent = alertStateOf(alert) === 'queue' ? entered : null;",
    'const unsent = entered;',
  ),
  {
    name: 'pause-forgotten',
    patches: [
      {
        file: 'server/domain/alert-queue.ts',
        find: 'return isHeld ? null : alert;',
        replace: 'return alert;',
      },
      {
        file: 'server/postgres/alerts/move-queue.ts',
        find: "isPaused ? sql`a.goes_next and (a.kind = 'test' or a.released_at is not null)` : sql`true`",
        replace: 'sql`true`',
      },
    ],
  },
  one(
    'skip-forgets-the-donation',
    'postgres/alerts/decide-alerts.ts',
    'if (donation !== null) await settleDonation(',
    "if (donation?.address === '') await settleDonation(",
  ),
  {
    name: 'dropped-after-one-reading',
    patches: [
      {
        file: 'server/workers/settle-entries.ts',
        find: 'missing.filter((entry) => memory.missingOnce.has(entry.signature))',
        replace: 'missing',
      },
      {
        file: 'server/workers/settle-entries.ts',
        find: 'await missingEverywhere(around, suspects, memory)',
        replace: 'suspects',
      },
      {
        file: 'server/workers/settle-entries.ts',
        find: '!(await followed.isGone(id, signatures))',
        replace: 'false',
      },
    ],
  },
  one(
    'sweep-while-pending',
    'domain/passing-on.ts',
    'const decidedAt = paidAt ?? expiredAt;',
    'const decidedAt = paidAt ?? expiredAt ?? entries[0]?.blockTime ?? null;',
  ),
  one(
    'swept-though-not-empty',
    'app/money/sweep-donation.ts',
    'const isEnd = succeeded && isEmpty &&',
    'const isEnd = (succeeded || isEmpty) &&',
  ),
  {
    name: 'expiry-by-the-wall-clock',
    patches: [
      {
        file: 'server/workers/read-watches.ts',
        find: 'await readChainTime(ports, slot)',
        replace: 'ports.clock.now()',
      },
      {
        file: 'server/workers/expire-past.ts',
        find: 'isPast: isPast(watch, reading.blockTime)',
        replace: 'isPast: true',
      },
    ],
  },
  one(
    'group-that-is-read-and-not-told-of',
    'workers/read-groups.ts',
    'if (changed.length > 0) await watches.leave(idsOf(changed), clock.now());',
    '',
  ),
  one(
    'lease-never-ends',
    'postgres/money/sweep-jobs.ts',
    'and (lease_until is null or lease_until < now())',
    'and lease_until is null',
  ),
  one(
    'failed-never-heals',
    'domain/donation.ts',
    'paidAt !== null && reachedAt === null ? (donation.failedAt ?? now) : null',
    'paidAt !== null && reachedAt === null ? (donation.failedAt ?? now) : donation.failedAt',
  ),
  one(
    'late-by-the-clock',
    'domain/donation.ts',
    'late: reachedAt === null ? donation.late : reachedAt > donation.expiresAt,',
    'late: reachedAt === null ? donation.late : now > donation.expiresAt,',
  ),
  one(
    'dropped-still-counts',
    'domain/entries.ts',
    '(entry.dropped ? sum : sum + amountOf(entry))',
    '(sum + amountOf(entry))',
  ),
  one(
    'moved-entry-not-read-again',
    'workers/settle-entries.ts',
    "states[index] === 'finalized' && slots[index] !== entry.slot",
    "states[index] === 'finalized' && slots[index] === null",
  ),
  one(
    'what-one-node-calls-final-stays',
    'app/money/record-payment.ts',
    'if (!(await takeBackUntrue(',
    'if (true || !(await takeBackUntrue(',
  ),
  one(
    'what-one-node-tells-otherwise-stays',
    'app/money/record-payment.ts',
    'if (!(await correctEntries(ports, log, recorded.donation, books))) return recorded;',
    'return recorded;',
  ),
  one(
    'two-nodes-without-their-record-take-back-what-is-final',
    'solana/read-signatures.ts',
    'if (missed.length > 0) await requireRecord(rpc, missed);',
    '',
  ),
  one(
    'an-only-node-takes-back-what-is-final',
    'app/money/take-back.ts',
    'if (readings.length === 0) return nothing;',
    'if (readings.length === 0) readings.push(await chain.readSignatures(asked));',
  ),
  one(
    'expired-by-mistake-stays-so',
    'postgres/donations/save-donation.ts',
    "return endAsFinal(trx, 'sweeps', after.id, before, { entries: leaving });",
    'return leaving.length < 0 ? endAsFinal(trx, "sweeps", after.id, before, after) : null;',
  ),
  one(
    'withdrawal-ends-by-a-node-without-its-history',
    'solana/node-history.ts',
    'if (await lacksRecord(rpc, ofItsBlock, [signature]))',
    'if (ofItsBlock.length < 0)',
  ),
  one(
    'taken-back-and-signed-anew-at-once',
    'postgres/money/sweep-jobs.ts',
    'left join newest n on n.signature = o.signature',
    'left join newest n on false',
  ),
  one(
    'withdrawal-ends-by-one-node',
    'solana/wallet-chain.ts',
    "if (own.state === 'unknown' && !isOneEnough) return withSeen(own);",
    "if (own.state !== 'expired') return withSeen(own);",
  ),
  one(
    'withdrawal-sent-before-stored',
    'app/money/carry-out-withdrawal.ts',
    'if (!(await withdrawals.storeSigned(job, made.signed)))',
    'await chain.send(made.signed.raw);\n  if (!(await withdrawals.storeSigned(job, made.signed)))',
  ),
  one(
    'withdrawal-without-fence',
    'postgres/money/withdrawal-store.ts',
    ' and w.fence = ${job.fence} and w.ended_at is null',
    ' and w.ended_at is null',
  ),
  {
    ...one(
      'withdrawal-signed-twice',
      'app/money/carry-out-withdrawal.ts',
      'return job.live === null ? await begin',
      'return job.live === null || job.fence % 3n === 0n ? await begin',
    ),
    sql: 'drop index withdrawal_transfers_live',
  },
  one(
    'withdrawal-lease-never-ends',
    'postgres/money/withdrawal-store.ts',
    'and (lease_until is null or lease_until < now())',
    'and lease_until is null',
  ),
  one(
    'withdrawal-seen-is-paid',
    'app/money/carry-out-withdrawal.ts',
    'if (outcome.isSeen) await withdrawals.noteSeen(job);',
    'if (outcome.isSeen) await withdrawals.markLanded(job, live.signature, { succeeded: true, blockTime: ports.clock.now() } as never);',
  ),
  one(
    'withdrawal-never-signed-anew',
    'app/money/carry-out-withdrawal.ts',
    'await withdrawals.markExpired(job, live.signature);',
    '',
  ),
  one(
    'withdrawal-given-up-with-its-first-transfer',
    'app/money/carry-out-withdrawal.ts',
    "if (outcome.state === 'expired') {",
    "if (outcome.state === 'expired' || !outcome.isSeen) {",
  ),
  one(
    'tray-after-one-send',
    'domain/alert-queue.ts',
    'alert.attempts < pace.maxAttempts',
    'alert.attempts < 1',
  ),
  ...tokenMutants,
];

/** The mutant of that name. Throws when there is none. */
export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return found;
}

/** What the mutant would change but is not in the code exactly once. */
export function misfitsOf({ name, patches }: Mutant): string[] {
  return patches.flatMap(({ file, find }) => {
    const count = readFileSync(fileURLToPath(new URL(file, root)), 'utf8').split(find).length - 1;
    return count === 1 ? [] : [`Mutant ${name}: its text stands ${count} times in ${file}`];
  });
}

/** Has every module that is loaded from now on changed as the mutant says. Throws when it does not fit the code. */
export function patchOnLoad(mutant: Mutant): void {
  const { patches } = mutant;
  const [misfit] = misfitsOf(mutant);
  if (misfit !== undefined) throw new Error(misfit);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const meant = patches.filter(({ file }) => new URL(file, root).href === url);
      if (meant.length === 0 || loaded.source == null) return loaded;
      const source = meant.reduce(
        (text, { find, replace }) => text.replace(find, () => replace),
        Buffer.from(loaded.source as Uint8Array).toString('utf8'),
      );
      return { ...loaded, source };
    },
  });
}
