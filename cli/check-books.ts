import { DataFolderHeld } from '#server/postgres/embedded/data-folder-lock.ts';
import { findUnfinalized } from '#server/postgres/money/find-unfinalized.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { readSchemaState } from '#server/postgres/migrate/schema-state.ts';
import { readEpoch } from '#server/solana/key-epoch.ts';
import type { CommandContext } from './command.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { checkConnections } from './check-connections.ts';
import { checkPriceAge } from './check-prices.ts';
import { checkProxy } from './check-proxy.ts';
import { checkSearched } from './check-searched.ts';
import type { SeedState } from './check-seed.ts';
import { checkWork } from './check-work.ts';
import { openDatabaseOf, type OpenedDatabase } from './open-database.ts';
import { Refusal } from './refusal.ts';
import { sayCount } from './words.ts';

/** The database and what its rows say about money, alerts and events. */
export async function checkBooks(
  context: CommandContext,
  now: { seed: SeedState; genesisHash: string | null },
): Promise<Finding[]> {
  let opened: OpenedDatabase;
  try {
    opened = await openDatabaseOf(context, { patienceMs: 3000 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isHeld = error.cause instanceof DataFolderHeld;
    if (isHeld) return [problem('The database does not answer', error.message)];
    return [ok(error.message), ...(await checkServed(context))];
  }
  const state = await readSchemaState(opened.connectionString);
  if (state === 'empty')
    return [ok('The database is empty: the first start makes its tables'), ...(await checkServed(context))];
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
  findings.push(...(await checkOwnership(context, opened, now)), ...(await checkSearched(opened.db)));
  const clock = { now: () => new Date() };
  const figures = await createOperationReads(
    opened.db,
    clock,
    context.config.backups?.everyMs ?? null,
  ).figures();
  findings.push(
    ok(
      `PostgreSQL ${figures.database.serverVersion} keeps what it acknowledged; ${sayCount(figures.processes.length, 'server runs', 'servers run')} on it`,
    ),
  );
  findings.push(
    await checkConnections(opened.db, figures.processes.length, context.config.databaseConnections),
  );
  const proxy = await checkProxy(opened.db, context.config.trustProxy);
  const work = checkWork(figures, await findUnfinalized(opened.db), clock.now());
  const prices = await checkPriceAge(opened.db, context.config.fiat, clock.now());
  return [...findings, ...work, ...prices, proxy];
}

/** Where there are no books: whether there were some, which is noted beside the seed. */
async function checkServed({ config }: CommandContext): Promise<Finding[]> {
  if ((await readEpoch(config.seedFile)) < 0) return [];
  return [
    warning(
      `By what is noted in ${config.seedFile}.epochs, this seed, or another one in its place, has served a database before`,
      'If that one was lost, start no server: bring it back with restore, or without a back-up with recover.',
    ),
  ];
}

async function checkOwnership(
  context: CommandContext,
  { db }: OpenedDatabase,
  { seed, genesisHash }: { seed: SeedState; genesisHash: string | null },
): Promise<Finding[]> {
  const installation = await findInstallation(db);
  if (installation === null)
    return [ok('No server has started on this database yet'), ...(await checkServed(context))];
  const findings: Finding[] = [];
  if (seed.isMissing) {
    findings.push(
      problem(
        'The database has no master seed',
        'Its money cannot be moved. Put the seed back: npm run brava -- seed import',
      ),
    );
  } else if (seed.fingerprint === installation.seedFingerprint) {
    findings.push(ok(`The database belongs to this seed (key epoch ${installation.keyEpoch})`));
  } else if (seed.fingerprint !== null) {
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
