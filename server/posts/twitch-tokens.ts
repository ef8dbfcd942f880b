import * as z from 'zod';
import type { PostEnd } from '#contract/posts.ts';
import type { KeyInUse, PostKey } from '#server/app/posts/post-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { askService, type ServiceAnswer } from './ask-service.ts';

/** Each request to Twitch. Refused, refreshed and sent again are three, within the lease of a place. */
export const timeoutMs = 8000;

/** The operator's application with Twitch, a public one without a secret, and where Twitch is. */
export interface TwitchPlace {
  clientId: string;
  apiUrl: string;
  idUrl: string;
}

/** What Twitch gave for a chat. */
interface Tokens {
  access: string;
  refresh: string;
  userId: string;
}

/** What the token endpoint answers, to a device code and to a refresh token alike. */
export const tokenReply = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

/** The tokens in a key of ours. */
export function readTokens(key: PostKey): Tokens {
  return JSON.parse(key.reveal()) as Tokens;
}

/** A key of ours with tokens in it. */
export function keyOf(tokens: Tokens): PostKey {
  return new Secret(JSON.stringify(tokens));
}

/** A path at Twitch. */
export function urlAt(base: string, path: string): URL {
  return new URL(path, base);
}

/**
 * Asks with a key, and where Twitch refuses its token (401) once more with a new one.
 *
 * Refresh tokens of public applications are good once: the new pair is stored before it is used, and where Twitch does
 * not know the refresh token any more, what is stored by then may be the pair that somebody else got for it.
 */
export async function useTokens(
  at: TwitchPlace,
  use: KeyInUse,
  ask: (key: PostKey) => Promise<ServiceAnswer>,
  ending: AbortSignal,
): Promise<{ answer: ServiceAnswer } | { ended: PostEnd }> {
  const first = await ask(use.key);
  if (!isRefused(first)) return { answer: first };
  const fresh = await refresh(at, use);
  if (fresh === null) return { answer: 'not_connected' };
  if (fresh === 'ended') return { ended: 'gone' };
  if (ending.aborted) return { answer: 'not_connected' };
  const second = await ask(fresh);
  return isRefused(second) ? { ended: 'refused' } : { answer: second };
}

/**
 * Null: Twitch is silent, and it is tried again later. It is not cut off by the end of the server: the new pair is the only
 * one.
 */
async function refresh(at: TwitchPlace, use: KeyInUse): Promise<PostKey | 'ended' | null> {
  const tokens = readTokens(use.key);
  const form = { client_id: at.clientId, grant_type: 'refresh_token', refresh_token: tokens.refresh };
  const url = urlAt(at.idUrl, '/oauth2/token');
  const answer = await askService({ method: 'POST', url, form }, { timeoutMs });
  if (typeof answer === 'string') return null;
  const reply = tokenReply.safeParse(answer.body);
  if (answer.status === 200 && reply.success) {
    const { access_token: access, refresh_token: next } = reply.data;
    const key = keyOf({ ...tokens, access, refresh: next });
    return (await use.replace(key)) ? key : await use.newest().then((newest) => newest ?? 'ended');
  }
  if (answer.status !== 400 && answer.status !== 401) return null;
  const newest = await use.newest();
  if (newest === null || readTokens(newest).refresh === tokens.refresh) return 'ended';
  return newest;
}

function isRefused(answer: ServiceAnswer): boolean {
  return typeof answer !== 'string' && answer.status === 401;
}
