import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { openCountedHttp } from './lib/counted-http.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { largeWav } from './lib/large-wav.ts';
import { describeMachine } from './lib/machine.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { costOf, type Observed, startUse, type Use } from './lib/measure-use.ts';
import { residentBytes } from './lib/memory-use.ts';
import { closedDonations } from './lib/open-donations.ts';
import { openOverlay } from './lib/open-overlay.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { findSaturation, type SaturationStep } from './lib/saturation.ts';
import { startServer } from './lib/start-server.ts';
import { createDonations, type LoadTarget, payAll, repeat, until } from './lib/unit-loads.ts';
import {
  type UnitCost,
  type UnitCosts,
  type UnitName,
  unitNames,
  writeUnitCosts,
} from './lib/unit-costs-file.ts';

const rounds = 5;
const streamerCount = 50;
const idleMs = 10_000;
/** A new address is read for the first time after 5 s: what a load leaves to be done is done then. */
const settleMs = 7000;
const sizes = { created: 500, paid: 300, open: 5000, closed: 12_000, overlays: 200, polls: 3000, clips: 6 };
/** Every open address is read once in so long. */
const openMs = 30_000;
/** And every one that closed within the last day. */
const closedMs = 60_000;
const overlayMs = 8000;
/** What these cost begins with what is prepared for them: what is taken off is what a server needs without any of it. */
const alone: ReadonlySet<UnitName> = new Set(['openMinute', 'closedReading']);
const unlimited = '1000000';
const environment = {
  LIMIT_CREATE_DONATION: 'address=100000000/1m,all=100000000/1m',
  LIMIT_UPLOAD: 'address=100000/1m,all=100000/1m',
  LIMIT_READ: 'address=100000000/1m,all=100000000/1m',
  OPEN_DONATIONS_PER_LINK: unlimited,
  OPEN_DONATIONS_PER_ADDRESS: unlimited,
  SOLANA_REQUESTS_PER_10S: unlimited,
  SOLANA_REQUESTS_PER_METHOD_PER_10S: unlimited,
  LOG_LEVEL: 'error',
};

interface Around {
  url: string;
  cleanUp: AsyncDisposableStack;
}
type Load = (target: LoadTarget, around: Around) => Promise<number>;
type Prepare = (target: LoadTarget) => Promise<void>;

/** A server with its database and its sandbox chain, which ends with the clean-up. */
interface Installation {
  target: LoadTarget;
  observed: Observed;
  around: Around;
}

async function install(context: FigureContext): Promise<Installation> {
  const sandbox = await startSandbox();
  context.cleanUp.defer(() => sandbox.stop());
  const nodes = { SOLANA_RPC_URL: sandbox.url, SOLANA_WS_URL: sandbox.wsUrl };
  const server = await startServer(context, { ...environment, ...nodes });
  // A connection that stays: several loads ask at the same time, and making one is not what is measured.
  const db = new Pool({ connectionString: server.databaseUrl('brava'), max: 1, idleTimeoutMillis: 0 });
  context.cleanUp.defer(() => db.end());
  const http = openCountedHttp(server.url, 16);
  return {
    target: { http, db, sandbox, streamers: await registerStreamers(server.url, streamerCount) },
    observed: { serverPid: server.pid, db, sandbox, networkBytes: () => http.bytes() },
    around: { url: server.url, cleanUp: context.cleanUp },
  };
}

/**
 * What a donation, an open address, reading a closed one, an overlay, a status poll and a clip cost: with the load, less
 * without it.
 */
export async function measureUnitCosts(context: FigureContext): Promise<Outcome> {
  const shared = await install(context);
  const { target, observed } = shared;
  await createDonations(target, sizes.created);
  await closeAll(target);
  const atRest = await idleNow(observed);
  const costs = new Map<UnitName, UnitCost[]>(unitNames.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of unitNames) {
      const cost = alone.has(name) ? measureAlone(name, context) : measureAmong(name, shared, atRest);
      costs.get(name)?.push(await cost);
    }
    console.log(`  round ${round + 1} of ${rounds} done`);
  }
  const kept = await keep(costs, atRest, await residentBytes(observed.serverPid));
  const steps = await findSaturation(target, observed.serverPid);
  return report(costs, kept, steps);
}

/** With what was there before, and less what that takes. */
async function measureAmong(
  name: UnitName,
  { target, observed, around }: Installation,
  atRest: Use,
): Promise<UnitCost> {
  await prepare[name](target);
  const idle = await idleNow(observed);
  let units = 0;
  const use = await observe(observed, async () => {
    units = await loads[name](target, around);
  });
  await closeAll(target);
  return costOf(use, units, name === 'overlayMinute' ? atRest : idle);
}

/** With a server of its own, and less what that took before anything was there. */
async function measureAlone(name: UnitName, context: FigureContext): Promise<UnitCost> {
  await using cleanUp = new AsyncDisposableStack();
  const { target, observed, around } = await install({ ...context, cleanUp });
  const idle = await idleNow(observed);
  await prepare[name](target);
  await sleep(settleMs);
  let units = 0;
  const use = await observe(observed, async () => {
    units = await loads[name](target, around);
  });
  return costOf(use, units, idle);
}

async function idleNow(observed: Observed): Promise<Use> {
  await sleep(settleMs);
  return await observe(observed, () => sleep(idleMs));
}

/** What a server used while something went on. */
async function observe(observed: Observed, act: () => Promise<unknown>): Promise<Use> {
  const end = await startUse(observed);
  await act();
  return await end();
}

/**
 * What nobody has paid is over at once, and no address is read any more, by itself or with a group: the next load does not
 * carry the last one's along. What a server reads by itself it forgets as its socket is dropped; it is open anew before
 * anything is measured.
 */
async function closeAll({ db, sandbox }: LoadTarget): Promise<void> {
  await db.query('update donations set expired_at = now() where paid_at is null and expired_at is null');
  await db.query(`
    with rest as (
      insert into reading_groups (newest_expires_at, next_read_at) values (now(), now() + interval '1 day') returning id
    ), away as (
      update reading_groups set next_read_at = now() + interval '1 day'
    )
    update watches set is_open = false, group_id = rest.id, next_read_at = '9999-01-01T00:00:00Z'
    from rest where group_id is null`);
  sandbox.faults.dropSockets();
}

/** Closed addresses that are read with their groups, but for those that fill none. */
async function plantClosed({ db }: LoadTarget): Promise<void> {
  await closedDonations(db, { count: sizes.closed, ageMs: 43_200_000, lifeMs: 600_000 });
  await until(async () => {
    const { rows } = await db.query(
      'select count(*)::int as alone from watches where not is_open and group_id is null',
    );
    return (rows[0] as { alone: number }).alone < 100;
  });
}

/** What must be there before a load begins, so that only the load itself is measured. */
let unpaid: Awaited<ReturnType<typeof createDonations>> = [];
let openOverlays = 0;
const nothing = async (): Promise<void> => undefined;
const prepare: Record<UnitName, Prepare> = {
  created: nothing,
  paid: async (target) => {
    unpaid = await createDonations(target, sizes.paid);
  },
  openMinute: async (target) => void (await createDonations(target, sizes.open)),
  closedReading: plantClosed,
  overlay: nothing,
  overlayMinute: nothing,
  poll: nothing,
  clip: nothing,
};

const loads: Record<UnitName, Load> = {
  created: async (target) => (await createDonations(target, sizes.created)).length,
  paid: async (target) => {
    await payAll(target, unpaid);
    return unpaid.length;
  },
  openMinute: async () => {
    await sleep(openMs);
    return sizes.open * (openMs / 60_000);
  },
  closedReading: async () => {
    await sleep(closedMs);
    return sizes.closed;
  },
  overlay: async ({ streamers }, { url, cleanUp }) => {
    await repeat(sizes.overlays, async (index) => {
      const code = streamers[index % streamers.length]?.widgetCode ?? '';
      const overlay = await openOverlay(url, code, () => undefined);
      cleanUp.defer(async () => overlay.close());
    });
    openOverlays += sizes.overlays;
    return sizes.overlays;
  },
  overlayMinute: async () => {
    await sleep(overlayMs);
    return openOverlays * (overlayMs / 60_000);
  },
  poll: async (target) => {
    const [donation] = await createDonations(target, 1);
    await repeat(sizes.polls, () => target.http.ask('GET', `/api/donations/status/${donation?.id}`));
    return sizes.polls;
  },
  clip: async ({ http }) => {
    const head =
      '--edge\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n';
    const bytes = Buffer.concat([Buffer.from(head), largeWav(), Buffer.from('\r\n--edge--\r\n')]);
    for (let clip = 0; clip < sizes.clips; clip += 1)
      await http.ask('POST', '/api/files/audio/upload', {
        type: 'multipart/form-data; boundary=edge',
        bytes,
      });
    return sizes.clips;
  },
};

async function keep(
  costs: ReadonlyMap<UnitName, UnitCost[]>,
  idle: Use,
  serverMemoryBytes: number,
): Promise<UnitCosts> {
  const kept: UnitCosts = {
    measuredAt: new Date().toISOString(),
    machine: await describeMachine(),
    idle: {
      serverMs: idle.serverMs / idle.seconds,
      databaseMs: idle.databaseMs / idle.seconds,
      rpcCalls: idle.rpcCalls / idle.seconds,
      serverMemoryBytes,
    },
    units: Object.fromEntries(
      unitNames.map((name) => [name, middle(costs.get(name) ?? [])]),
    ) as UnitCosts['units'],
  };
  await writeUnitCosts(kept);
  return kept;
}

function middle(costs: readonly UnitCost[]): UnitCost {
  const of = (part: keyof UnitCost): number =>
    Number(
      quantile(
        costs.map((cost) => cost[part]),
        0.5,
      ).toPrecision(4),
    );
  // A unit that did without in some round needs none: what was seen in the others belongs to something else.
  const countOf = (part: 'rpcCalls' | 'rpcMessages'): number =>
    costs.some((cost) => cost[part] === 0) ? 0 : of(part);
  return {
    serverMs: of('serverMs'),
    databaseMs: of('databaseMs'),
    diskBytes: of('diskBytes'),
    walBytes: of('walBytes'),
    rpcCalls: countOf('rpcCalls'),
    rpcMessages: countOf('rpcMessages'),
    memoryBytes: of('memoryBytes'),
    networkBytes: of('networkBytes'),
  };
}

const titles: Record<UnitName, string> = {
  created: 'a donation created',
  paid: 'a donation paid, shown and passed on',
  openMinute: 'an open address, a minute',
  closedReading: 'reading a closed address, once',
  overlay: 'an overlay or dashboard that connects',
  overlayMinute: 'an open overlay, a minute',
  poll: 'a status poll',
  clip: 'a clip of 5 MB uploaded',
};

function report(
  costs: ReadonlyMap<UnitName, UnitCost[]>,
  kept: UnitCosts,
  steps: readonly SaturationStep[],
): Outcome {
  const range = (name: UnitName, part: keyof UnitCost): string => {
    const values = (costs.get(name) ?? []).map((cost) => cost[part]);
    return `${digits(quantile(values, 0.5))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
  };
  const parts = [
    'serverMs',
    'databaseMs',
    'walBytes',
    'diskBytes',
    'networkBytes',
    'rpcCalls',
    'rpcMessages',
  ] as const;
  return {
    title: 'What each unit costs',
    goals: [],
    body: [
      markdownTable(
        [
          'unit',
          'server CPU-ms',
          'PostgreSQL CPU-ms',
          'WAL bytes',
          'disk bytes',
          'network bytes',
          'RPC calls',
          'RPC messages',
        ],
        unitNames.map((name) => [titles[name], ...parts.map((part) => range(name, part))]),
      ),
      `Median (least–most) of ${rounds} rounds in turn; what the same server used just before, without ` +
        'the load, is taken off; open and closed addresses are those of a server of their own. Calls of a unit that did ' +
        'without any in some round count as none further on. ' +
        `With nothing to do a second costs ${digits(kept.idle.serverMs)} ms of the server and ` +
        `${digits(kept.idle.databaseMs)} ms of PostgreSQL. The process had ` +
        `${digits(kept.idle.serverMemoryBytes / 2 ** 20)} MiB at the end; what an overlay takes of it, \`socket-memory\` says.`,
      '## What saturates first on this machine',
      barChart(
        steps.map(({ offered, isRefused, tailSeconds, server, postgres, generator }) => ({
          label: `${offered}/s offered`,
          value: offered,
          text: isRefused
            ? 'more than the server takes on, some were refused with 503'
            : `the last is passed on ${tailSeconds.toFixed(0)} s later; each used ${digits(server)} ms of the server, ` +
              `${digits(postgres)} of PostgreSQL, ${digits(generator)} of chain and donors`,
        })),
      ),
      'Donations are created, paid and passed on at a growing rate, 10 s each; what they used is counted until the last is ' +
        'passed on, the server’s idle time included, and shared among them. The sandbox chain and the donors share the ' +
        'machine and are one process here. Finality alone takes the time of the lowest rate; where the last one takes ten ' +
        'seconds longer there is a queue.',
    ].join('\n\n'),
  };
}

function digits(value: number): string {
  return value === 0 ? '0' : Number(value.toPrecision(3)).toString();
}
