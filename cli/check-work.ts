import type { OperationFinding } from '#contract/admin.ts';
import { judgeOperation } from '#server/app/operator/judge-operation.ts';
import { lateMoneyMs, type OperationFigures } from '#server/app/operation-ports.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { sayCount, sayLamports } from './words.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** What is found, and what to do. */
type Words = (found: {
  figures: OperationFigures;
  count: number;
  age: string;
  name: string | null;
}) => [string, string];

/** What is late wherever no server runs. */
const needServer: ReadonlySet<OperationFinding['code']> = new Set([
  'looks_late',
  'looks_failing',
  'backup_failing',
]);

/** Doctor asks the nodes and the disk itself, and the server whether it refuses new donations. */
const toldElsewhere = [
  'chain_away',
  'chain_still',
  'chain_unheard',
  'node_failing',
  'node_elsewhere',
  'node_behind',
  'shedding',
  'disk_low',
  'events_late',
] as const satisfies OperationFinding['code'][];
type ToldElsewhere = (typeof toldElsewhere)[number];

const words: Record<Exclude<OperationFinding['code'], ToldElsewhere>, Words> = {
  ledger_differs: ({ count }) => [
    `Books and chain differ at ${sayCount(count, 'address', 'addresses')}`,
    'See where and why: npm run brava -- reconcile',
  ],
  money_late: ({ figures: { money }, age }) => [
    `${sayUnswept(money)} wait to be passed on, the oldest for ${age}`,
    'See why: npm run brava -- reconcile',
  ],
  sweeps_stuck: ({ figures: { money }, count }) => [
    `${sayCount(count, 'transfer has', 'transfers have')} to wait, for example: ${money.troubledSweeps.example}`,
    'They are tried again. See: npm run brava -- reconcile',
  ],
  fee_payer_low: ({ figures: { money } }) => [
    `The account that pays for transfers of tokens is almost empty: ${money.tokens?.feePayer.address}`,
    'Send SOL to it; tokens wait until then.',
  ],
  alerts_stalled: ({ age }) => [
    `An alert could have been sent for ${age} and was not`,
    'The log of the server says why.',
  ],
  looks_late: ({ age }) => [
    `Addresses were due to be read ${age} ago`,
    'The nodes answer too slowly: see the chain above, or raise their budget.',
  ],
  looks_failing: ({ age }) => [
    `A change of an address could not be recorded for ${age}`,
    'A donor may have paid. The log of the server names the donation and the reason. As a rule a node with full history, added to SOLANA_RPC_URL, ends it after a restart.',
  ],
  withdrawals_late: ({ figures: { money }, age }) => [
    `${sayCount(money.openWithdrawals.count, 'withdrawal has', 'withdrawals have')} not ended, the oldest since ${age}`,
    'They go on by themselves once the nodes answer, two where several are set: see the chain above, and the log of the server.',
  ],
  backup_failing: ({ name, age }) => [
    name === null
      ? age === ''
        ? 'There is no good back-up'
        : `The last good back-up is ${age} old`
      : `The last back-up failed (${name})`,
    'See why: npm run brava -- backups',
  ],
  clips_late: ({ age }) => [
    `A clip should be gone since ${age}`,
    'Can its folder or bucket be written to? The log of the server says more.',
  ],
};

/**
 * What the rows say of money and alerts: the same figures and the same limits as on the operator's page; and what is about to
 * hold money up, by these limits, too, as long as none is late. `unfinalizedSeconds`: of the oldest entry that is not final.
 */
export function checkWork(
  figures: OperationFigures,
  unfinalizedSeconds: number | null,
  now: Date,
): Finding[] {
  const { alerts, money, processes } = figures;
  const isRunning = processes.length > 0;
  const late = judgeOperation(figures, now);
  const found = late.flatMap(({ code, level, count, since, name }) => {
    if (isToldElsewhere(code)) return [];
    // Without a server nothing is done in time: that is said once.
    if (!isRunning && needServer.has(code)) return [];
    const age = since === null ? '' : sayAge(now.getTime() - Date.parse(since));
    const [what, todo] = words[code]({ figures, count: count ?? 0, age, name });
    return [level === 'problem' ? problem(what, todo) : warning(what, todo)];
  });
  const unswept = sayUnswept(money);
  const waiting = sayCount(alerts.waiting, 'alert waits for its turn', 'alerts wait for their turn');
  return [
    ok(unswept === '' ? 'No money waits to be passed on' : `${unswept} are being passed on`),
    ok(`${waiting}, ${alerts.held} for approval, ${alerts.inTray} are in the tray`),
    ...found,
    ...(late.some(({ code }) => code === 'money_late') ? [] : checkFinality(unfinalizedSeconds)),
    ...(isRunning ? [] : [warning('No server runs: payments are seen once it does', 'Start it: npm start')]),
  ];
}

function isToldElsewhere(code: OperationFinding['code']): code is ToldElsewhere {
  return toldElsewhere.some((told) => told === code);
}

/** What is to be passed on, and on how many addresses it lies; nothing where there is nothing. */
function sayUnswept({ unswept, unsweptTokens }: OperationFigures['money']): string {
  const { addresses, lamports } = unswept;
  const { accounts } = unsweptTokens;
  return [
    ...(addresses > 0 ? [`${sayLamports(lamports)} on ${sayCount(addresses, 'address', 'addresses')}`] : []),
    ...(accounts > 0 ? [`tokens on ${sayCount(accounts, 'address', 'addresses')}`] : []),
  ].join(' and ');
}

function checkFinality(unfinalizedSeconds: number | null): Finding[] {
  const ms = (unfinalizedSeconds ?? 0) * 1000;
  if (ms <= lateMoneyMs) return [];
  return [
    warning(
      `A transaction on the chain is not final since ${sayAge(ms)}`,
      'Is the server running, its node healthy, and its history long enough? The log of the server says so.',
    ),
  ];
}

function sayAge(ms: number): string {
  if (ms < 2 * minuteMs) return `${(ms / 1000).toFixed(0)} s`;
  return ms < 2 * hourMs ? `${(ms / minuteMs).toFixed(0)} min` : `${(ms / hourMs).toFixed(0)} h`;
}
