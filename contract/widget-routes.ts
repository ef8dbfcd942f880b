import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { widgetSettings, widgetState } from './widgets.ts';

const both = z.object({ settings: widgetSettings, state: widgetState });
const act = { method: 'POST', access: 'streamer', status: 200, reply: both } as const;

/** Goal bar, leaderboard, ticker, and the stream that they count by. */
export const widgetRoutes = {
  widgets: {
    method: 'GET',
    path: '/widgets',
    summary: 'Settings of the widgets and what they show now.',
    access: 'streamer',
    status: 200,
    reply: both,
  },
  changeWidgets: {
    ...act,
    method: 'PUT',
    path: '/widgets',
    summary: 'Change the widgets; open ones follow at once.',
    body: z.partial(widgetSettings),
  },
  resetGoal: {
    ...act,
    path: '/widgets/goal/reset',
    summary: 'Start the goal anew: what came before counts no more.',
  },
  startStream: {
    ...act,
    path: '/streams/start',
    summary: 'Start a stream for totals by stream. Repeating it changes nothing.',
  },
  stopStream: {
    ...act,
    path: '/streams/stop',
    summary: 'End the stream that is running. Repeating it changes nothing.',
  },
} as const satisfies Record<string, Route>;
