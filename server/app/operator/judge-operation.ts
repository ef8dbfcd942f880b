import type { OperationFinding } from '#contract/admin.ts';
import { isBackupOverdue } from '#server/domain/backups/backup-schedule.ts';
import { lateMoneyMs, type OperationFigures } from '#server/app/operation-ports.ts';
import type { CapacityState } from '#server/app/capacity.ts';
import { mostSlotsBehind } from '#server/app/chain-ports.ts';
import type { DiskState, NodeState, RunningServer } from '#server/app/operator-ports.ts';
import { longFailingLookMs, oneNodeIsEnoughAfterMs } from '#server/app/watch-ports.ts';

/** From these ages on, in milliseconds, something is late. */
const lateAfterMs = {
  events: 5000,
  alerts: 30_000,
  looks: 120_000,
  failingLooks: longFailingLookMs,
  money: lateMoneyMs,
  clips: 3_600_000,
  withdrawals: oneNodeIsEnoughAfterMs + 300_000,
  comparing: 600_000,
} as const;

/** For so long a process that has just begun need not hear of changes on the chain. */
const beginsWithinMs = 60_000;

/** So many calls in a row that failed are more than a hiccup. */
const failuresOfFailing = 3;

/**
 * So little room is a problem: PostgreSQL alone may need it for its log within minutes. A twentieth of a disk is worth a
 * warning, but no less than one gigabyte and no more than ten.
 */
const tooLittleBytes = 300e6;
const littleBytes = 1e9;
const mostOfLittleBytes = 10e9;

/** What one process alone can see. */
export interface SeenHere {
  nodes: readonly NodeState[];
  /** Why it refuses new donations. */
  shedding: CapacityState['reasons'];
  disks: readonly DiskState[];
  /** By how much its reading of what sockets hear is overdue. */
  eventLagMs: number;
}

/** Looks at what this process alone can see. */
export async function lookHere(running: RunningServer): Promise<SeenHere> {
  return {
    nodes: running.nodes(),
    shedding: running.capacity().reasons,
    disks: await running.disks(),
    eventLagMs: running.eventLagMs(),
  };
}

/** What is wrong with the installation, and with what was seen in one process, the worst first; nothing when all is well. */
export function judgeOperation(
  figures: OperationFigures,
  now: Date,
  here: Partial<SeenHere> = {},
): OperationFinding[] {
  const { alerts, money, processes } = figures;
  const deaf = processes.filter(
    ({ hearsChain, startedAt }) => !hearsChain && now.getTime() - startedAt.getTime() > beginsWithinMs,
  );
  const found = [
    ...counted('ledger_differs', money.ledgerMismatches),
    ...findHere(here, now),
    ...counted('chain_unheard', deaf.length),
    ...late('money_late', { since: unsweptSince(money), afterMs: lateAfterMs.money, now }),
    ...late('looks_failing', { since: figures.failingLookSince, afterMs: lateAfterMs.failingLooks, now }),
    ...late('alerts_stalled', { since: alerts.stalledSince, afterMs: lateAfterMs.alerts, now }),
    ...late('withdrawals_late', {
      since: money.openWithdrawals.oldestAt,
      afterMs: lateAfterMs.withdrawals,
      now,
    }),
    ...late('looks_late', { since: figures.oldestLookDueAt, afterMs: lateAfterMs.looks, now }),
    ...counted('sweeps_stuck', money.troubledSweeps.count),
    ...(money.tokens?.feePayer.isLow === true ? [finding('fee_payer_low', {})] : []),
    ...late('clips_late', { since: figures.oldestOverdueClipAt, afterMs: lateAfterMs.clips, now }),
    ...judgeBackups(figures.backups, now),
  ];
  return worstFirst(leaveOutExplained(found));
}

/** Without what other findings explain: of a chain that is away, or stands still, nobody hears. */
export function leaveOutExplained(found: readonly OperationFinding[]): OperationFinding[] {
  const isChainThere = !found.some(({ code }) => code === 'chain_away' || code === 'chain_still');
  return found.filter(({ code }) => isChainThere || code !== 'chain_unheard');
}

/** What of nodes cannot be judged while none answers. */
const unseenOfNodes: ReadonlySet<OperationFinding['code']> = new Set([
  'node_failing',
  'node_elsewhere',
  'node_behind',
  'chain_still',
  'chain_unheard',
]);

/** What of a node cannot be judged while it does not answer. */
const ofOneNode: ReadonlySet<OperationFinding['code']> = new Set(['node_elsewhere', 'node_behind']);

/** Whether other findings keep such trouble from being seen: that it is not found does not say then that it is over. */
export function isOutOfSight(
  { code, name }: Pick<OperationFinding, 'code' | 'name'>,
  found: readonly OperationFinding[],
): boolean {
  return found.some(
    (other) =>
      (other.code === 'chain_away' && unseenOfNodes.has(code)) ||
      (other.code === 'chain_still' && code === 'chain_unheard') ||
      (other.code === 'node_failing' && ofOneNode.has(code) && other.name === name),
  );
}

/** What is wrong with what one process alone can see. */
export function judgeHere(here: SeenHere, now: Date): OperationFinding[] {
  return worstFirst(findHere(here, now));
}

function findHere(
  { nodes = [], shedding = [], disks = [], eventLagMs = 0 }: Partial<SeenHere>,
  now: Date,
): OperationFinding[] {
  const heardUntil = new Date(now.getTime() - eventLagMs);
  return [
    ...judgeNodes(nodes, now),
    ...disks.flatMap(judgeDisk),
    ...judgeShedding(shedding),
    ...late('events_late', { since: heardUntil, afterMs: lateAfterMs.events, now }),
  ];
}

/** How bad it is that so little is left on a disk; null: enough is. */
export function levelOfDisk({
  freeBytes,
  totalBytes,
}: Pick<DiskState, 'freeBytes' | 'totalBytes'>): OperationFinding['level'] | null {
  if (freeBytes < tooLittleBytes) return 'problem';
  const little = Math.max(littleBytes, Math.min(totalBytes / 20, mostOfLittleBytes));
  return freeBytes < little ? 'warning' : null;
}

function worstFirst(found: readonly OperationFinding[]): OperationFinding[] {
  return [
    ...found.filter(({ level }) => level === 'problem'),
    ...found.filter(({ level }) => level === 'warning'),
  ];
}

/** Whether a node gives no answers that count: it failed several times in a row, or it is on another network. */
export function isFailing({ failures, isElsewhere }: NodeState): boolean {
  return failures >= failuresOfFailing || isElsewhere;
}

/** Whether nothing new is heard of the chain: none of these nodes answers, or those that do all stand still. */
export function isChainAway(nodes: readonly NodeState[]): boolean {
  return nodes.length > 0 && nodes.every((node) => isFailing(node) || node.stillSince !== null);
}

/** Since when the oldest money, SOL or tokens, waits to be passed on. */
export function unsweptSince({ unswept, unsweptTokens }: OperationFigures['money']): Date | null {
  const times = [unswept.oldestAt, unsweptTokens.oldestAt].filter((at) => at !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
}

/** Whether the last attempt to back up failed, or the last good back-up is older than twice the interval. */
export function isBackupFailing(
  { lastGood, since, everyMs, failure }: NonNullable<OperationFigures['backups']>,
  now: Date,
): boolean {
  return failure !== null || isBackupOverdue(lastGood?.at ?? null, since, everyMs, now);
}

const warnings: ReadonlySet<OperationFinding['code']> = new Set([
  'node_failing',
  'node_behind',
  'chain_unheard',
  'sweeps_stuck',
  'fee_payer_low',
  'clips_late',
  'looks_late',
]);

function judgeNodes(nodes: readonly NodeState[], now: Date): OperationFinding[] {
  if (nodes.length === 0) return [];
  const elsewhere = nodes
    .filter(({ isElsewhere }) => isElsewhere)
    .map(({ name }) => finding('node_elsewhere', { name }));
  const failing = nodes.filter(isFailing);
  const answering = nodes.filter((node) => !isFailing(node));
  if (answering.length === 0)
    return [finding('chain_away', { since: latest(nodes, 'answeredAt') }), ...elsewhere];
  return [
    ...(isChainAway(nodes) ? [finding('chain_still', { since: latest(answering, 'stillSince') })] : []),
    ...elsewhere,
    ...failing
      .filter(({ isElsewhere }) => !isElsewhere)
      .map(({ name, answeredAt }) =>
        finding('node_failing', { name, since: answeredAt?.toISOString() ?? null }),
      ),
    ...answering
      .filter(({ slotsBehind }) => slotsBehind <= mostSlotsBehind)
      .flatMap(({ name, uncomparedSince: since }) =>
        late('node_failing', { since, afterMs: lateAfterMs.comparing, now }).map((one) => ({ ...one, name })),
      ),
    ...answering
      .filter(({ slotsBehind }) => slotsBehind > mostSlotsBehind)
      .map(({ name, slotsBehind }) => finding('node_behind', { name, count: slotsBehind })),
  ];
}

function judgeDisk(disk: DiskState): OperationFinding[] {
  const level = levelOfDisk(disk);
  if (level === null) return [];
  const megabytes = Math.floor(disk.freeBytes / 1e6);
  return [{ ...finding('disk_low', { name: disk.name, count: megabytes }), level }];
}

function judgeShedding(reasons: CapacityState['reasons']): OperationFinding[] {
  return reasons.length > 0 ? [finding('shedding', { name: reasons.join(', ') })] : [];
}

/** The last attempt failed (its reason is the name), or the last good one is too old. */
function judgeBackups(backups: OperationFigures['backups'], now: Date): OperationFinding[] {
  if (backups === null || !isBackupFailing(backups, now)) return [];
  const { lastGood, failure } = backups;
  return [finding('backup_failing', { since: lastGood?.at.toISOString() ?? null, name: failure })];
}

function latest(nodes: readonly NodeState[], of: 'answeredAt' | 'stillSince'): string | null {
  const times = nodes.flatMap((node) => node[of]?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

function late(
  code: OperationFinding['code'],
  { since, afterMs, now }: { since: Date | null; afterMs: number; now: Date },
): OperationFinding[] {
  return since !== null && now.getTime() - since.getTime() > afterMs
    ? [finding(code, { since: since.toISOString() })]
    : [];
}

function counted(code: OperationFinding['code'], count: number): OperationFinding[] {
  return count > 0 ? [finding(code, { count })] : [];
}

function finding(
  code: OperationFinding['code'],
  { count = null, since = null, name = null }: Partial<Pick<OperationFinding, 'count' | 'since' | 'name'>>,
): OperationFinding {
  return { code, level: warnings.has(code) ? 'warning' : 'problem', count, since, name };
}
