import { readHealth, type Health } from '#server/postgres/health.ts';
import { findInstallation } from '#server/postgres/installation.ts';
import { processSilentSeconds } from '#server/postgres/overlay-presence.ts';
import { readSchemaState } from '#server/postgres/schema-state.ts';
import type { CommandContext } from './command.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { checkProxy } from './check-proxy.ts';
import { openDatabaseOf, type OpenedDatabase } from './open-database.ts';
import { Refusal } from './refusal.ts';
import { sayCount, sayLamports } from './words.ts';

const minute = 60;
const hour = 3600;

/** The database and what its rows say about money, alerts and events. */
export async function checkBooks(
  context: CommandContext,
  now: { fingerprint: string | null; genesisHash: string | null },
): Promise<Finding[]> {
  let opened: OpenedDatabase;
  try {
    opened = await openDatabaseOf(context);
  } catch (error) {
    if (error instanceof Refusal) return [ok(error.message)];
    throw error;
  }
  const state = await readSchemaState(opened.connectionString);
  if (state === 'empty') return [ok('The database is empty: the first start makes its tables')];
  if (state === 'newer')
    return [problem('The database is of a newer version of Brava', 'Start that version.')];
  if (state === 'edited') {
    return [
      problem(
        'The database went through other migrations than these',
        'Go back to the version of Brava that made it.',
      ),
    ];
  }
  const findings: Finding[] =
    state === 'older'
      ? [
          warning(
            'The database is of an older version',
            'The next start of the server upgrades it: back it up first.',
          ),
        ]
      : [];
  if (state === 'older') return findings;
  findings.push(...(await checkOwnership(opened, now)));
  const health = await readHealth(opened.db, processSilentSeconds);
  findings.push(
    ok(
      `PostgreSQL ${health.version} keeps what it acknowledged; ${sayCount(health.servers, 'server runs', 'servers run')} on it`,
    ),
  );
  const proxy = await checkProxy(opened.db, context.config.trustProxy);
  return [...findings, ...checkMoney(health), ...checkWork(health), proxy];
}

async function checkOwnership(
  { db }: OpenedDatabase,
  { fingerprint, genesisHash }: { fingerprint: string | null; genesisHash: string | null },
): Promise<Finding[]> {
  const installation = await findInstallation(db);
  if (installation === null) return [ok('No server has started on this database yet')];
  const findings: Finding[] = [];
  if (fingerprint === null) {
    findings.push(
      problem(
        'The database has no master seed',
        'Its money cannot be moved. Put the seed back: npm run brava -- seed import',
      ),
    );
  } else if (installation.seedFingerprint === fingerprint) {
    findings.push(ok(`The database belongs to this seed (key epoch ${installation.keyEpoch})`));
  } else {
    findings.push(
      problem(
        `The database belongs to another master seed (fingerprint ${installation.seedFingerprint})`,
        'Put back the seed that it was made with: SEED_FILE or MASTER_SEED.',
      ),
    );
  }
  if (genesisHash !== null && installation.genesisHash !== genesisHash) {
    findings.push(
      problem(
        'The database belongs to another Solana network',
        'Correct SOLANA_RPC_URL, or use another database.',
      ),
    );
  }
  return findings;
}

function checkMoney(health: Health): Finding[] {
  const findings: Finding[] = [];
  const age = health.oldestUnsweptSeconds;
  if (age === null) findings.push(ok('No money waits to be passed on'));
  else {
    const what = `${sayLamports(health.unsweptLamports)} wait to be passed on, the oldest for ${sayAge(age)}`;
    findings.push(age > hour ? warning(what, 'See why: npm run brava -- reconcile') : ok(what));
  }
  const { count, sample } = health.jobsWithError;
  if (count > 0) {
    findings.push(
      warning(
        `${sayCount(count, 'transfer has', 'transfers have')} to wait, for example: ${sample}`,
        'They are tried again. See: npm run brava -- reconcile',
      ),
    );
  }
  const unfinalized = health.oldestUnfinalizedSeconds;
  if (unfinalized !== null && unfinalized > 10 * minute) {
    findings.push(
      warning(
        `A transaction is not final since ${sayAge(unfinalized)}`,
        'Is the server running, and its node healthy?',
      ),
    );
  }
  return findings;
}

function checkWork(health: Health): Finding[] {
  const findings: Finding[] = [];
  const lag = Math.max(health.eventLagSeconds ?? 0, health.writingSeconds ?? 0);
  const isLagging = lag > 10;
  findings.push(
    isLagging
      ? warning(
          `Events wait for a transaction since ${sayAge(lag)}`,
          'Something holds a transaction open on this PostgreSQL: see pg_stat_activity.',
        )
      : ok(`Events are heard at once (${lag.toFixed(1)} s behind)`),
  );
  findings.push(
    ok(
      `${sayCount(health.waitingAlerts, 'alert waits for its turn', 'alerts wait for their turn')}, ${health.trayedAlerts} are in the tray`,
    ),
  );
  const overdue = health.oldestWatchSeconds ?? 0;
  if (health.servers === 0) {
    findings.push(warning('No server runs: payments are seen once it does', 'Start it: npm start'));
  } else if (overdue > 5 * minute) {
    findings.push(
      problem(
        `Addresses were due to be read ${sayAge(overdue)} ago`,
        'The nodes answer too slowly: see the chain above, or raise their budget.',
      ),
    );
  }
  return findings;
}

function sayAge(seconds: number): string {
  if (seconds < 2 * minute) return `${seconds.toFixed(0)} s`;
  return seconds < 2 * hour ? `${(seconds / minute).toFixed(0)} min` : `${(seconds / hour).toFixed(0)} h`;
}
