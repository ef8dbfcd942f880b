import type { Route } from './route.ts';
import { speechSettings, speechState } from './speech.ts';

/** Reading aloud: who reads what donors write, and how. */
export const speechRoutes = {
  speech: {
    method: 'GET',
    path: '/alerts/speech',
    summary: 'Who reads what donors write aloud, and what could.',
    access: 'streamer',
    status: 200,
    reply: speechState,
  },
  changeSpeech: {
    method: 'PUT',
    path: '/alerts/speech',
    summary: 'Change reading aloud. What is being read stops.',
    access: 'streamer',
    status: 200,
    body: speechSettings,
    reply: speechState,
  },
} as const satisfies Record<string, Route>;
