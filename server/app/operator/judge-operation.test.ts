import { expect, it } from 'vitest';
import { isChainAway, judgeOperation, levelOfDisk } from './judge-operation.ts';
import type { OperationFigures } from '#server/app/operation-ports.ts';
import type { NodeState } from '#server/app/operator-ports.ts';
import { oneNodeIsEnoughAfterMs } from '#server/app/watch-ports.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

function figures(change: {
  alerts?: Partial<OperationFigures['alerts']>;
  money?: Partial<OperationFigures['money']>;
  rest?: Partial<OperationFigures>;
}): OperationFigures {
  return {
    alerts: {
      waiting: 0,
      oldestWaitingAt: null,
      stalledSince: null,
      held: 0,
      inTray: 0,
      ...change.alerts,
    },
    money: {
      waitingForPayment: 0,
      unswept: { addresses: 0, lamports: 0n, oldestAt: null },
      tooSmall: { addresses: 0, lamports: 0n },
      unsweptTokens: { accounts: 0, oldestAt: null },
      liveSweeps: { count: 0, retried: 0 },
      troubledSweeps: { count: 0, example: null },
      tokens: null,
      ledgerMismatches: 0,
      openWithdrawals: { count: 0, oldestAt: null },
      ...change.money,
    },
    overlays: { connected: 0, visible: 0 },
    processes: [],
    oldestLookDueAt: null,
    failingLookSince: null,
    oldestOverdueClipAt: null,
    backups: null,
    database: { bytes: 0n, serverVersion: '18', schemaVersion: 13 },
    ...change.rest,
  };
}

const node = (failures: number, name = 'a'): NodeState => ({
  name,
  failures,
  answeredAt: ago(60_000),
  failedAt: null,
  slotsBehind: 0,
  stillSince: null,
  isElsewhere: false,
  uncomparedSince: null,
});
const codes = (...given: Parameters<typeof judgeOperation>) =>
  judgeOperation(...given).map(({ code }) => code);

it('a quiet installation has nothing wrong, and neither has one that is a little behind', () => {
  expect(codes(figures({}), now, { nodes: [node(0)] })).toEqual([]);
  const behind = figures({
    alerts: { stalledSince: ago(29_000) },
    money: { unswept: { addresses: 1, lamports: 1n, oldestAt: ago(590_000) } },
    rest: { oldestLookDueAt: ago(100_000), failingLookSince: ago(590_000) },
  });
  expect(codes(behind, now, { nodes: [node(2)], eventLagMs: 4000 })).toEqual([]);
});

it('one node of several that fails is a warning, all of them are a problem', () => {
  expect(judgeOperation(figures({}), now, { nodes: [node(0), node(3, 'b')] })).toMatchObject([
    { code: 'node_failing', level: 'warning', name: 'b' },
  ]);
  expect(judgeOperation(figures({}), now, { nodes: [node(3), node(9)] })).toMatchObject([
    { code: 'chain_away', level: 'problem', since: ago(60_000).toISOString() },
  ]);
});

it('a node that answers, and not where books and chain are compared, is a warning after ten minutes', () => {
  const lacking = (ms: number) => ({ ...node(0, 'b'), uncomparedSince: ago(ms) });
  expect(judgeOperation(figures({}), now, { nodes: [node(0), lacking(601_000)] })).toMatchObject([
    { code: 'node_failing', level: 'warning', name: 'b', since: ago(601_000).toISOString() },
  ]);
  expect(codes(figures({}), now, { nodes: [node(0), lacking(599_000)] })).toEqual([]);
  const behind = { ...lacking(601_000), slotsBehind: 151 };
  expect(codes(figures({}), now, { nodes: [node(0), behind] })).toEqual(['node_behind']);
});

it('a node on another network is a problem of its own; where it is the only one the chain is away as well', () => {
  const other = { ...node(0, 'b'), isElsewhere: true };
  expect(judgeOperation(figures({}), now, { nodes: [node(0), other] })).toMatchObject([
    { code: 'node_elsewhere', level: 'problem', name: 'b' },
  ]);
  expect(codes(figures({}), now, { nodes: [other] })).toEqual(['chain_away', 'node_elsewhere']);
});

it('a node that is far behind is a warning, and a chain that stands still at all that answer a problem', () => {
  const behind: NodeState = { ...node(0), slotsBehind: 151, stillSince: ago(300_000) };
  expect(judgeOperation(figures({}), now, { nodes: [behind, node(0, 'b')] })).toMatchObject([
    { code: 'node_behind', level: 'warning', name: 'a', count: 151 },
  ]);
  expect(codes(figures({}), now, { nodes: [{ ...node(2), slotsBehind: 150 }, node(0)] })).toEqual([]);
  const still = { ...node(0, 'b'), stillSince: ago(200_000) };
  expect(
    judgeOperation(figures({}), now, { nodes: [{ ...behind, slotsBehind: 0 }, still, node(3, 'c')] }),
  ).toMatchObject([
    { code: 'chain_still', level: 'problem', since: ago(200_000).toISOString() },
    { code: 'node_failing', name: 'c' },
  ]);
});

it.each([
  [[], false],
  [[node(0), node(3, 'b')], false],
  [[node(3), node(9, 'b')], true],
  [[{ ...node(0), stillSince: ago(200_000) }, node(3, 'b')], true],
  [[{ ...node(0), stillSince: ago(200_000) }, node(0, 'b')], false],
  [[{ ...node(0), isElsewhere: true }], true],
])(
  'nothing new is heard of the chain where no node answers, or those that do stand still: %#',
  (nodes, isAway) => {
    expect(isChainAway(nodes)).toBe(isAway);
  },
);

it('a server that does not hear the chain is a warning, but not while it begins or there is nothing to hear', () => {
  const server = (hearsChain: boolean, ageMs: number) => ({
    id: 'a',
    startedAt: ago(ageMs),
    seenAt: now,
    hearsChain,
  });
  const processes = [server(false, 61_000), server(false, 59_000), server(true, 61_000)];
  const deaf = figures({ rest: { processes } });
  expect(judgeOperation(deaf, now, { nodes: [node(0)] })).toMatchObject([
    { code: 'chain_unheard', level: 'warning', count: 1 },
  ]);
  expect(codes(deaf, now, { nodes: [node(3)] })).toEqual(['chain_away']);
  expect(codes(deaf, now, { nodes: [{ ...node(0), stillSince: ago(200_000) }] })).toEqual(['chain_still']);
});

it('everything that is late or differs is found, problems before warnings', () => {
  const all = figures({
    alerts: { stalledSince: ago(31_000) },
    money: {
      unswept: { addresses: 1, lamports: 1n, oldestAt: ago(601_000) },
      troubledSweeps: { count: 2, example: 'x' },
      ledgerMismatches: 1,
    },
    rest: {
      oldestLookDueAt: ago(121_000),
      failingLookSince: ago(601_000),
      oldestOverdueClipAt: ago(3_700_000),
    },
  });
  expect(codes(all, now, { nodes: [node(0), node(3, 'b')], eventLagMs: 6000 })).toEqual([
    'ledger_differs',
    'events_late',
    'money_late',
    'looks_failing',
    'alerts_stalled',
    'node_failing',
    'looks_late',
    'sweeps_stuck',
    'clips_late',
  ]);
});

const lateSince = (sol: Date | null, tokens: Date | null) => {
  const unswept = { addresses: 1, lamports: 1n, oldestAt: sol };
  const money = { unswept, unsweptTokens: { accounts: 1, oldestAt: tokens } };
  return judgeOperation(figures({ money }), now).map(({ code, since }) => [code, since]);
};

it('money is late since the oldest of it came, be it SOL or tokens', () => {
  expect(lateSince(ago(1000), ago(601_000))).toEqual([['money_late', ago(601_000).toISOString()]]);
  expect(lateSince(ago(700_000), ago(601_000))).toEqual([['money_late', ago(700_000).toISOString()]]);
  expect(lateSince(null, ago(601_000))).toHaveLength(1);
  expect(lateSince(null, ago(590_000))).toEqual([]);
});

const paying = (isLow: boolean) =>
  figures({ money: { tokens: { feePayer: { address: 'a', lamports: 1n, isLow }, liveSweeps: 0 } } });

it('a fee payer that is almost empty is a warning, one that has enough is not', () => {
  expect(judgeOperation(paying(true), now)).toEqual([
    { code: 'fee_payer_low', level: 'warning', name: null, count: null, since: null },
  ]);
  expect(codes(paying(false), now)).toEqual([]);
});

const level = (freeBytes: number, totalBytes: number) => levelOfDisk({ freeBytes, totalBytes });

it('a disk is nearly full by what is left of it: a twentieth, from one gigabyte to ten; very little is a problem', () => {
  expect([level(0.99e9, 5e9), level(1.01e9, 5e9)]).toEqual(['warning', null]);
  expect([level(4.9e9, 100e9), level(5.1e9, 100e9)]).toEqual(['warning', null]);
  expect([level(9.9e9, 4e12), level(10.1e9, 4e12)]).toEqual(['warning', null]);
  expect(level(0.29e9, 4e12)).toBe('problem');
  const disk = { name: 'stage-1:/srv', freeBytes: 812_900_000, totalBytes: 1e11 };
  expect(judgeOperation(figures({}), now, { disks: [disk] })).toEqual([
    { code: 'disk_low', level: 'warning', name: 'stage-1:/srv', count: 812, since: null },
  ]);
});

const asked = (ms: number) => figures({ money: { openWithdrawals: { count: 1, oldestAt: ago(ms) } } });

it('a withdrawal is a problem where it has not ended some minutes after one node is enough for it', () => {
  expect(codes(asked(oneNodeIsEnoughAfterMs + 290_000), now)).toEqual([]);
  expect(codes(asked(oneNodeIsEnoughAfterMs + 310_000), now)).toEqual(['withdrawals_late']);
});

it('back-ups fail when the last attempt did, or when the last good one is older than twice the interval', () => {
  const dayMs = 86_400_000;
  const backups = (change: Partial<NonNullable<OperationFigures['backups']>>) =>
    figures({
      rest: {
        backups: { everyMs: dayMs, since: ago(90 * dayMs), lastGood: null, failure: null, ...change },
      },
    });
  const good = (ms: number) => ({ at: ago(ms), bytes: 1n });
  expect(codes(backups({ lastGood: good(1.9 * dayMs) }), now, { nodes: [node(0)] })).toEqual([]);
  expect(codes(backups({ since: ago(dayMs) }), now, { nodes: [node(0)] })).toEqual([]);
  expect(codes(backups({ lastGood: good(2.1 * dayMs) }), now, { nodes: [node(0)] })).toEqual([
    'backup_failing',
  ]);
  expect(codes(backups({}), now, { nodes: [node(0)] })).toEqual(['backup_failing']);
  const [found] = judgeOperation(backups({ lastGood: good(1), failure: 'no_room' }), now, {
    nodes: [node(0)],
  });
  expect(found).toMatchObject({ code: 'backup_failing', level: 'problem', name: 'no_room' });
});
