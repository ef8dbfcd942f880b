import * as z from 'zod/mini';
import { discordConnection, post, postKinds, postPlace, postSettings, twitchConnection } from './posts.ts';
import type { Route } from './route.ts';

const byKind = z.object({ kind: z.enum(postKinds) });
const places = z.object({ data: z.array(postPlace) });

/** Posts about donations to Discord and to Twitch chat. A session alone opens them: no token has a scope for settings. */
export const postRoutes = {
  postPlaces: {
    method: 'GET',
    path: '/posts',
    summary: 'Where donations are told of: Discord and Twitch chat, with their settings.',
    access: 'streamer',
    status: 200,
    reply: places,
  },
  changePostPlace: {
    method: 'PUT',
    path: '/posts/:kind',
    summary: 'Change template and minimum, or switch posts off or on. Switched off, what waits is given up.',
    access: 'streamer',
    status: 200,
    params: byKind,
    body: postSettings,
    reply: places,
  },
  connectDiscord: {
    method: 'POST',
    path: '/posts/discord/connect',
    summary: 'Connect a Discord channel by the URL of its webhook. Discord is asked whether it exists.',
    access: 'streamer',
    status: 200,
    body: discordConnection,
    reply: places,
  },
  connectTwitch: {
    method: 'POST',
    path: '/posts/twitch/connect',
    summary: 'Begin to connect Twitch: gives a code to type there, and waits for it.',
    access: 'streamer',
    status: 200,
    body: twitchConnection,
    reply: places,
  },
  disconnectPostPlace: {
    method: 'POST',
    path: '/posts/:kind/disconnect',
    summary: 'Forget a connection, or a code that is waited for. Twitch is told to end the token.',
    access: 'streamer',
    status: 200,
    params: byKind,
    reply: places,
  },
  testPost: {
    method: 'POST',
    path: '/posts/:kind/test',
    summary: 'Send a test post, also where posts are switched off.',
    access: 'streamer',
    status: 200,
    params: byKind,
    reply: post,
  },
  posts: {
    method: 'GET',
    path: '/posts/:kind/sent',
    summary: 'The last 20 posts, newest first. They are kept for 30 days.',
    access: 'streamer',
    status: 200,
    params: byKind,
    reply: z.object({ data: z.array(post) }),
  },
} as const satisfies Record<string, Route>;
