import { operationFindings } from '#contract/admin.ts';
import type { AdminAlarms } from '#contract/alarms.ts';
import type { Ports } from '#server/app/ports.ts';
import type { StoredAlarm } from '#server/domain/alarms/alarm.ts';

const mostPast = 20;

/** Alarms that stand, the last that did, and the ways by which operators are told: for the operator's page. */
export async function readAdminAlarms({ alarms }: Pick<Ports, 'alarms'>): Promise<AdminAlarms> {
  const { store, ways } = alarms;
  const [states, standing, past] = await Promise.all([store.ways(), store.standing(), store.past(mostPast)]);
  const stateOf = new Map(states.map((state) => [state.way, state]));
  return {
    ways: ways.map(({ way, place }) => {
      const state = stateOf.get(way);
      const failing = state?.failing ?? null;
      return {
        way,
        place,
        deliveredAt: state?.deliveredAt?.toISOString() ?? null,
        failing: failing && {
          ...failing,
          since: failing.since.toISOString(),
          nextAt: failing.nextAt.toISOString(),
        },
      };
    }),
    standing: standing.filter(isKnown).map((alarm) => ({
      ...present(alarm),
      toldAt: alarm.toldAt?.toISOString() ?? null,
    })),
    past: past.filter(isKnown).map((alarm) => ({
      ...present(alarm),
      clearedAt: alarm.clearedAt.toISOString(),
      wasTold: alarm.wasTold,
    })),
  };
}

function present({ id, code, level, count, name, raisedAt }: StoredAlarm) {
  return { id: String(id), code, level, count, name, raisedAt: raisedAt.toISOString() };
}

/** A server of another version may have stored kinds that this one has no words for. */
function isKnown({ code }: StoredAlarm): boolean {
  return operationFindings.includes(code);
}
