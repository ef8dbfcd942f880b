import * as z from 'zod/mini';
import { alertRuleSettings } from './alert-rules.ts';
import { accessToken, newAccessToken } from './access-tokens.ts';
import { alertDesk, alertSound, deskLogEntry } from './alerts.ts';
import { listedDonation } from './donation.ts';
import { sentAlertSettings } from './moderation.ts';
import { byId, id, ok, type Route } from './route.ts';

const act = { method: 'POST', access: 'desk', status: 200, reply: alertDesk } as const;

/** The desk: the queue of alerts, its controls, moderation, and who else may use them. */
export const alertRoutes = {
  alertDesk: {
    method: 'GET',
    path: '/alerts',
    summary: 'What is on stream, what waits, what wants approval, and how loud it is.',
    access: 'desk',
    status: 200,
    reply: alertDesk,
  },
  testAlert: {
    ...act,
    path: '/alerts/test',
    summary: 'Send a test alert, of 0.1 SOL or of another amount. It counts nowhere.',
    body: z.object({ amount: z.optional(alertRuleSettings.shape.amount) }),
  },
  pauseAlerts: { ...act, path: '/alerts/pause', summary: 'Hold everything that is not yet on stream.' },
  resumeAlerts: { ...act, path: '/alerts/resume', summary: 'Let alerts go on.' },
  playNextAlert: {
    ...act,
    path: '/alerts/next',
    summary:
      'While paused, show the one alert that is next; the queue stays paused. With `alertId` only while that one is next.',
    body: z.object({ alertId: z.optional(id) }),
  },
  clearAlerts: {
    ...act,
    path: '/alerts/clear',
    summary: 'Put all that waits in the queue into the tray. What is on stream or awaits approval stays.',
  },
  putBackAlerts: {
    ...act,
    path: '/alerts/put-back',
    summary: 'Within ten minutes, put what was cleared last back into the queue, in its order.',
  },
  skipAlert: {
    ...act,
    path: '/alerts/skip',
    summary:
      'Take what is on stream away at once, its sound too; with `alertId` only while that alert is. The money is not touched.',
    body: z.object({ alertId: z.optional(id) }),
  },
  replayAlert: {
    ...act,
    path: '/alerts/replay',
    summary: 'Show a donation once more: the given one, that of the given alert, or the last that was shown.',
    body: z.object({ donationId: z.optional(id), alertId: z.optional(id) }),
  },
  changeSound: {
    ...act,
    method: 'PUT',
    path: '/alerts/sound',
    summary: 'Volume and mute; what is playing follows at once.',
    body: z.partial(alertSound),
  },
  playAlert: {
    ...act,
    path: '/alerts/:id/play',
    summary: 'Put an alert of the tray back in the queue.',
    params: byId,
  },
  dismissAlert: {
    ...act,
    path: '/alerts/:id/dismiss',
    summary: 'Settle an alert that waits without showing it.',
    params: byId,
  },
  approveAlert: {
    ...act,
    path: '/alerts/:id/approve',
    summary: 'Let a held alert be shown, as it is or masked.',
    params: byId,
    body: z.object({ mask: z.optional(z.boolean()) }),
  },
  rejectAlert: {
    ...act,
    path: '/alerts/:id/reject',
    summary: 'Never show this alert. The money is not touched.',
    params: byId,
  },
  blockDonation: {
    method: 'POST',
    path: '/donations/:id/block',
    summary: 'Never show this donation, paid or not yet. The money is not touched.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: listedDonation,
  },
  unblockDonation: {
    method: 'POST',
    path: '/donations/:id/unblock',
    summary:
      'Take a block back. An alert that the block has settled stays settled; it can be replayed. `show` plays it once.',
    access: 'streamer',
    status: 200,
    params: byId,
    body: z.object({ show: z.optional(z.boolean()) }),
    reply: listedDonation,
  },
  alertSettings: {
    method: 'GET',
    path: '/alerts/settings',
    summary: 'Moderation, clips and stacking.',
    access: 'streamer',
    status: 200,
    reply: sentAlertSettings,
  },
  changeAlertSettings: {
    method: 'PUT',
    path: '/alerts/settings',
    summary: 'Change moderation, clips and stacking.',
    access: 'streamer',
    status: 200,
    body: sentAlertSettings,
    reply: sentAlertSettings,
  },
  alertLog: {
    method: 'GET',
    path: '/alerts/log',
    summary: 'Who did what at the desk, the newest 200.',
    access: 'streamer',
    status: 200,
    reply: z.object({ data: z.array(deskLogEntry) }),
  },
  accessTokens: {
    method: 'GET',
    path: '/access-tokens',
    summary: 'API tokens and moderators’ links that are in force.',
    access: 'streamer',
    status: 200,
    reply: z.object({ data: z.array(accessToken) }),
  },
  createAccessToken: {
    method: 'POST',
    path: '/access-tokens',
    summary: 'Make an API token or a moderator’s link. The token is in this reply and nowhere else.',
    access: 'streamer',
    status: 201,
    secret: true,
    body: newAccessToken,
    reply: z.extend(accessToken, { token: z.string() }),
  },
  revokeAccessToken: {
    method: 'POST',
    path: '/access-tokens/:id/revoke',
    summary: 'End a token. Whoever is connected by it is cut off at once.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: ok,
  },
  replaceWidgetCode: {
    method: 'POST',
    path: '/donations/link/replace',
    summary: 'Give the widget a new secret code. Overlays of the old one stop at once.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: z.object({ linkCode: z.string() }),
  },
} as const satisfies Record<string, Route>;
