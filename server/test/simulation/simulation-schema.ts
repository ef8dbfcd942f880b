/** Tables whose every change the simulation is told of. */
const mirroredTables = [
  'users',
  'donations',
  'chain_entries',
  'sweeps',
  'sweep_jobs',
  'token_entries',
  'token_sweeps',
  'token_sweep_jobs',
  'alerts',
  'alert_queues',
  'alert_settings',
  'withdrawals',
  'withdrawal_transfers',
] as const;
export type MirroredTable = (typeof mirroredTables)[number];

/**
 * Time, ids and event order of the database, taken over without touching the product's SQL.
 *
 * The schema stands before `pg_catalog` in the search path, so that `now()` in a statement of a store, or in a
 * column's default, is the one below.
 */
export const takeOverSql = `
  create schema sim;
  create function sim.now() returns timestamptz language sql stable
    as $$ select coalesce(nullif(current_setting('sim.now', true), ''), '2026-01-01')::timestamptz $$;
  create function sim.clock_timestamp() returns timestamptz language sql stable
    as $$ select coalesce(nullif(current_setting('sim.now', true), ''), '2026-01-01')::timestamptz $$;
  create sequence sim.uuids;
  create function sim.gen_random_uuid() returns uuid language sql volatile
    as $$ select md5('uuid' || nextval('sim.uuids'))::uuid $$;`;

/**
 * Told to the simulation as notices of the very connection: each row that changes, as it is before and after. Without
 * autovacuum no plan changes between two runs of a seed.
 */
export const mirrorSql = `
  create function sim.tell() returns trigger language plpgsql as $$
  begin
    raise notice '%', json_build_object('table', tg_table_name, 'before', to_json(old), 'after', to_json(new));
    return null;
  end $$;
  ${mirroredTables
    .map(
      (table) =>
        `create trigger tell after insert or update or delete on ${table} for each row execute function sim.tell();`,
    )
    .join('\n  ')}
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'sim' loop
      execute format('alter table sim.%I set (autovacuum_enabled = false)', name);
    end loop;
  end $$;`;

/** Empties everything and starts every sequence again. What the product stores at its first start is there. */
export const resetSql = `
  truncate sim.installation, sim.processes, sim.users, sim.key_counters, sim.sessions, sim.donations,
    sim.chain_entries, sim.watches, sim.reading_groups, sim.sweep_jobs, sim.sweeps, sim.alerts, sim.alert_queues,
    sim.overlay_sockets, sim.events, sim.audit, sim.alert_settings, sim.access_tokens, sim.desk_log, sim.clips, sim.tokens, sim.fee_payer
    restart identity cascade;
  alter sequence sim.uuids restart;
  alter sequence sim.key_users restart;
  insert into sim.installation (genesis_hash, seed_fingerprint, key_epoch) values ('', '', 0);`;
