import * as z from 'zod';
import type { TwitchLinker } from '#server/app/posts/post-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { askService } from './ask-service.ts';
import { keyOf, timeoutMs, tokenReply, type TwitchPlace, urlAt } from './twitch-tokens.ts';

/** All that is asked for: to write into the chat as this person. */
const scopes = 'user:write:chat';
const leastEveryMs = 1000;

const begun = z.object({
  device_code: z.string().min(1).max(500),
  user_code: z.string().min(1).max(50),
  verification_uri: z.url({ protocol: /^https?$/ }).max(500),
  expires_in: z.number().positive().max(86_400),
  interval: z.number().positive().max(120),
});
const validated = z.object({
  login: z.string().min(1),
  user_id: z.string().min(1),
  scopes: z.array(z.string()),
});
const failed = z.object({ message: z.string() });

/**
 * Connects a chat by a code that its owner types at Twitch
 * (https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow): the server needs no address
 * that Twitch can reach, and no secret.
 */
export function createTwitchLinker(at: TwitchPlace): TwitchLinker {
  const tokenUrl = urlAt(at.idUrl, '/oauth2/token');
  return {
    async begin() {
      const form = { client_id: at.clientId, scopes };
      const url = urlAt(at.idUrl, '/oauth2/device');
      const answer = await askService({ method: 'POST', url, form }, { timeoutMs });
      const reply = typeof answer === 'string' ? null : begun.safeParse(answer.body);
      if (reply === null || !reply.success) return null;
      const { device_code, user_code, verification_uri, expires_in, interval } = reply.data;
      return {
        deviceCode: new Secret(device_code),
        userCode: user_code,
        url: verification_uri,
        expiresInMs: expires_in * 1000,
        everyMs: Math.max(interval * 1000, leastEveryMs),
      };
    },
    async ask(deviceCode) {
      const form = {
        client_id: at.clientId,
        scopes,
        device_code: deviceCode.reveal(),
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      };
      const answer = await askService({ method: 'POST', url: tokenUrl, form }, { timeoutMs });
      if (typeof answer === 'string' || answer.status >= 500 || answer.status === 429) return null;
      const tokens = tokenReply.safeParse(answer.body);
      if (answer.status === 200 && tokens.success)
        return await whose(at, tokens.data.access_token, tokens.data.refresh_token);
      const said = failed.safeParse(answer.body);
      const isPending = said.success && /pending|slow/i.test(said.data.message);
      return isPending ? 'pending' : 'over';
    },
  };
}

/** Whose chat it is. Where Twitch does not say, or less was allowed, the code is used up: it is begun anew. */
async function whose(at: TwitchPlace, access: string, refresh: string) {
  const headers = { authorization: `OAuth ${access}` };
  const url = urlAt(at.idUrl, '/oauth2/validate');
  const answer = await askService({ method: 'GET', url, headers }, { timeoutMs });
  const reply = typeof answer === 'string' ? null : validated.safeParse(answer.body);
  if (reply === null || !reply.success || !reply.data.scopes.includes(scopes)) return 'over';
  const { login, user_id: userId } = reply.data;
  return { key: keyOf({ access, refresh, userId }), label: login };
}
