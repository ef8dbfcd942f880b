import * as z from 'zod/mini';
import { credentials, newPassword } from './account.ts';
import { byId, ok, type Route } from './route.ts';
import { typedCode } from './second-factor-routes.ts';

/** A session as its owner sees it. Times are ISO 8601. */
export const listedSession = z.object({
  id: z.string(),
  /** Browser and system in words that a person knows, for example 'Firefox on Windows'; null when nothing is known. */
  device: z.nullable(z.string()),
  createdAt: z.string(),
  seenAt: z.string(),
  /** When it ends if it is not used any more. */
  endsAt: z.string(),
  /** True for the session that asks. */
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** Body of PUT /account/password. */
export const passwordChange = z.object({
  currentPassword: credentials.shape.password,
  newPassword,
  /** Needed where two-step protection is on. */
  code: z.optional(typedCode),
});

const ended = z.object({ ended: z.number() });

/** Who is signed in where, and the password. */
export const accountRoutes = {
  listSessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: 'The sessions of this account, the one used last first.',
    access: 'streamer',
    status: 200,
    reply: z.object({ data: z.array(listedSession) }),
  },
  endSession: {
    method: 'POST',
    path: '/account/sessions/:id/end',
    summary: 'End a session; its sockets are closed at once. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: ok,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: 'End every session but this one; tells how many there were.',
    access: 'streamer',
    status: 200,
    reply: ended,
  },
  changePassword: {
    method: 'PUT',
    path: '/account/password',
    summary: 'Change the password, with a code where two-step protection is on. Every other session ends.',
    access: 'streamer',
    status: 200,
    body: passwordChange,
    reply: ended,
  },
} as const satisfies Record<string, Route>;
