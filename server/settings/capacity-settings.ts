import * as z from 'zod';
import type { CapacityLevels } from '#server/app/capacity.ts';

const most = 10_000_000;
const limit = (value: number) =>
  z.preprocess(
    (text) => (text === undefined || text === '' ? value : text),
    z.coerce.number(`must be a whole number from 1 to ${most}, for example ${value}`).int().min(1).max(most),
  );

/** The variables that say from where on new donations are refused. */
export const capacityVariables = {
  SHED_EVENT_LOOP_MS: limit(1000),
  SHED_DATABASE_WAIT_MS: limit(2000),
  SHED_DATABASE_QUEUE: limit(200),
  SHED_BEGUN: limit(500),
  SHED_READING_LAG_SECONDS: limit(120),
  SHED_OPEN_DONATIONS: limit(100_000),
};

type Variables = { [V in keyof typeof capacityVariables]: z.infer<(typeof capacityVariables)[V]> };

/** The limits that the environment asks for. */
export function readCapacity(env: Variables): CapacityLevels {
  return {
    event_loop: env.SHED_EVENT_LOOP_MS,
    database_wait: env.SHED_DATABASE_WAIT_MS,
    database_queue: env.SHED_DATABASE_QUEUE,
    begun: env.SHED_BEGUN,
    reading_lag: env.SHED_READING_LAG_SECONDS * 1000,
    open_donations: env.SHED_OPEN_DONATIONS,
  };
}
