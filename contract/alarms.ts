import * as z from 'zod/mini';
import { operationFindings } from './admin.ts';

/** By which ways an operator is told of trouble. */
const alarmWays = ['webhook', 'mail'] as const;
export type AlarmWayName = (typeof alarmWays)[number];

/** Why a message did not get through. */
const tellFailures = [
  'timed_out',
  'not_found',
  'not_connected',
  'tls',
  'moved',
  'status',
  'login_refused',
  'address_refused',
  'refused',
] as const;
export type TellFailure = (typeof tellFailures)[number];

const alarm = {
  id: z.string(),
  code: z.enum(operationFindings),
  level: z.enum(['problem', 'warning']),
  count: z.nullable(z.number()),
  name: z.nullable(z.string()),
  raisedAt: z.string(),
};

/** What operators are told of by themselves. Times are ISO 8601. */
export const adminAlarms = z.object({
  /** None: nobody is told. */
  ways: z.array(
    z.object({
      way: z.enum(alarmWays),
      /** A host or a domain: addresses may hold a key. */
      place: z.string(),
      /** When a message last got through; null: none did yet. */
      deliveredAt: z.nullable(z.string()),
      /** Null: the last message got through. */
      failing: z.nullable(
        z.object({
          why: z.enum(tellFailures),
          /** What the receiver answered; null: it did not. */
          status: z.nullable(z.number()),
          since: z.string(),
          nextAt: z.string(),
        }),
      ),
    }),
  ),
  standing: z.array(
    z.object({
      ...alarm,
      /** Null: nobody could be told yet. */
      toldAt: z.nullable(z.string()),
    }),
  ),
  /** The newest first, twenty at most. */
  past: z.array(z.object({ ...alarm, clearedAt: z.string(), wasTold: z.boolean() })),
});
export type AdminAlarms = z.infer<typeof adminAlarms>;
