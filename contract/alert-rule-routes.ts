import { alertRules, alertRuleSettings, newAlertSound } from './alert-rules.ts';
import { byId, type Route } from './route.ts';

const change = { method: 'POST', access: 'streamer', status: 200, reply: alertRules } as const;

/** Alerts by amount: the rules, and the sounds that they may play. Every change answers with all of it. */
export const alertRuleRoutes = {
  alertRules: {
    method: 'GET',
    path: '/alerts/rules',
    summary: 'What is otherwise about alerts of some amounts, and the streamer’s own sounds.',
    access: 'streamer',
    status: 200,
    reply: alertRules,
  },
  createAlertRule: {
    ...change,
    path: '/alerts/rules',
    summary: 'Add a rule: from an amount on, or for an exact one. At most 10.',
    status: 201,
    body: alertRuleSettings,
  },
  changeAlertRule: {
    ...change,
    method: 'PUT',
    path: '/alerts/rules/:id',
    summary: 'Change a rule. Alerts that are sent from now on follow it.',
    params: byId,
    body: alertRuleSettings,
  },
  deleteAlertRule: {
    ...change,
    path: '/alerts/rules/:id/delete',
    summary: 'Delete a rule.',
    params: byId,
  },
  createAlertSound: {
    ...change,
    path: '/alerts/sounds',
    summary: 'Keep an uploaded clip as a sound for rules. At most 20.',
    status: 201,
    body: newAlertSound,
  },
  deleteAlertSound: {
    ...change,
    path: '/alerts/sounds/:id/delete',
    summary: 'Delete a sound. Rules that played it play the default sound again.',
    params: byId,
  },
} as const satisfies Record<string, Route>;
