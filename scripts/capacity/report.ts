import { type AddedUp, type DemandName, demandNames } from './add-up.ts';
import { assumptionNames, type Assumptions, assumptionTable, flagOf } from './assumptions.ts';
import type { Prices, Sizing } from './size-up.ts';
import type { Week } from './simulate-week.ts';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const barWidth = 50;
const titles: Record<DemandName, string> = {
  donations: 'donations created/s',
  open: 'open addresses',
  readings: 'closed addresses read/s',
  live: 'streams on air',
  sockets: 'sockets open',
  serverMs: 'servers, CPU-ms/s',
  databaseMs: 'PostgreSQL, CPU-ms/s',
  walBytes: 'PostgreSQL, log bytes/s',
  rpcCalls: 'RPC calls/s',
  rpcMessages: 'RPC socket messages/s',
  networkBytes: 'network bytes/s',
};

/** What the week needs, and what has to be there for it, as Markdown. */
export function writeReport(
  { week, added, sizing }: { week: Week; added: AddedUp; sizing: Sizing },
  { assumed, prices, measured }: { assumed: Assumptions; prices: Prices | null; measured: string },
): string {
  const { totals } = week;
  return [
    `# ${say(assumed.streamers)} streamers, one week`,
    `${say(totals.streams)} streams, ${say(totals.liveSeconds / 3600)} hours on air; ${say(totals.donations)} donations, ` +
      `${say(totals.paid)} of them paid; ${say(totals.openSeconds / 60)} open address-minutes; ${say(totals.clips)} clips. ` +
      `Unit costs: ${measured}.`,
    '## Demand',
    table(
      ['', 'average', 'busiest minute', 'busiest second'],
      demandNames.map((name) => {
        const { average, busiestMinute, busiestSecond } = added.demand[name];
        return [titles[name], say(average), say(busiestMinute), say(busiestSecond)];
      }),
    ),
    `The busiest minute begins ${when(added.busiestAt)}. Cores that the servers use, the busiest hour of each quarter of a day:`,
    chart(added.coresByHour),
    '## What is needed',
    table(
      ['', ''],
      [
        ['server processes (one core each)', say(sizing.processes)],
        [`machines of ${assumed.coresPerMachine} cores for them`, say(sizing.machines)],
        ['cores of PostgreSQL', say(sizing.databaseCores)],
        ['growth of the database a month', `${say(sizing.databaseGbAMonth)} GB`],
        ['RPC calls a month', say(sizing.rpcCallsAMonth)],
        ['RPC socket messages a month', say(sizing.rpcMessagesAMonth)],
        ['traffic a month', `${say(sizing.trafficGbAMonth)} GB`],
      ],
    ),
    '## What gives first',
    table(
      ['in the busiest minute', 'times one of it'],
      sizing.strain.map(({ what, times }) => [what, say(times)]),
    ),
    ...(sizing.money === null || prices === null
      ? ['No prices were given (`--prices FILE`): quantities only.']
      : ['## A month', money(sizing.money, prices.currency)]),
    '## Assumed',
    table(
      ['flag', 'value', 'what it is'],
      assumptionNames.map((name) => [`\`--${flagOf(name)}\``, say(assumed[name]), assumptionTable[name][1]]),
    ),
  ].join('\n\n');
}

function money(parts: readonly { part: string; amount: number }[], currency: string): string {
  const sum = parts.reduce((all, { amount }) => all + amount, 0);
  const rows = [...parts, { part: 'together', amount: sum }].map(({ part, amount }) => [
    part,
    amount.toFixed(2),
  ]);
  return table(['', currency], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function chart(byHour: readonly number[]): string {
  const bars = Array.from({ length: byHour.length / 6 }, (_, part) =>
    Math.max(...byHour.slice(part * 6, part * 6 + 6)),
  );
  const most = Math.max(...bars, Number.MIN_VALUE);
  const lines = bars.map((cores, part) => {
    const label = `${days[Math.floor(part / 4)]} ${String((part % 4) * 6).padStart(2, '0')}h`;
    return `${label} ${'█'.repeat(Math.round((cores / most) * barWidth))} ${say(cores)}`;
  });
  return ['```', ...lines, '```'].join('\n');
}

function when(second: number): string {
  const minutes = Math.floor((second % 86_400) / 60);
  const time = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${days[Math.floor(second / 86_400)]} ${time}`;
}

/** Three digits of what is small, whole thousands apart of what is large. */
function say(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
