import type { alertRuleRoutes } from '#contract/alert-rule-routes.ts';
import { deskOf } from '#server/app/desk/desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls of alerts by amount. */
export function createAlertRuleHandlers(
  ports: Pick<Ports, 'alertRules' | 'streamers'>,
): Pick<Handlers, keyof typeof alertRuleRoutes> {
  return {
    alertRules: (_, { session }) => ports.alertRules.list(session.userId),
    createAlertRule: async ({ body }, { session }) =>
      ports.alertRules.create(await deskOf(ports, session), body),
    changeAlertRule: async ({ params, body }, { session }) =>
      ports.alertRules.change(await deskOf(ports, session), params.id, body),
    deleteAlertRule: async ({ params }, { session }) =>
      ports.alertRules.remove(await deskOf(ports, session), params.id),
    createAlertSound: async ({ body }, { session }) =>
      ports.alertRules.addSound(await deskOf(ports, session), body),
    deleteAlertSound: async ({ params }, { session }) =>
      ports.alertRules.removeSound(await deskOf(ports, session), params.id),
  };
}
