import * as z from 'zod';
import type { KeyInUse, PostKey, PostOutcome, PostPorts, PostSender } from '#server/app/posts/post-ports.ts';
import { askService, type ServiceAnswer } from './ask-service.ts';
import { createTwitchLinker } from './twitch-linker.ts';
import { readTokens, timeoutMs, type TwitchPlace, urlAt, useTokens } from './twitch-tokens.ts';

const sendReply = z.object({
  data: z
    .array(
      z.object({
        is_sent: z.boolean(),
        drop_reason: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
      }),
    )
    .min(1),
});

/**
 * Posts into the streamer's own chat in their own name (https://dev.twitch.tv/docs/api/reference#send-chat-message).
 *
 * A token that was taken for good until then is refreshed when Twitch refuses it (401), once for a message.
 */
export function createTwitch(at: TwitchPlace): NonNullable<PostPorts['twitch']> {
  return { sender: createSender(at), linker: createTwitchLinker(at) };
}

function createSender(at: TwitchPlace): PostSender {
  return {
    async send(use, message, ending) {
      const answer = await useTokens(at, use, (key) => say(at, key, message, ending), ending);
      return 'ended' in answer ? { is: 'ended', why: answer.ended } : readOutcome(answer.answer);
    },
    async check(use: KeyInUse, ending) {
      const answer = await useTokens(at, use, (key) => validate(at, key, ending), ending);
      if ('ended' in answer) return answer.ended;
      return typeof answer.answer !== 'string' && answer.answer.status === 200 ? 'fine' : 'unknown';
    },
    async end(key) {
      const { access } = readTokens(key);
      const form = { client_id: at.clientId, token: access };
      await askService({ method: 'POST', url: urlAt(at.idUrl, '/oauth2/revoke'), form }, { timeoutMs });
    },
  };
}

async function say(
  at: TwitchPlace,
  key: PostKey,
  message: string,
  ending: AbortSignal,
): Promise<ServiceAnswer> {
  const { access, userId } = readTokens(key);
  const headers = { authorization: `Bearer ${access}`, 'client-id': at.clientId };
  const json = { broadcaster_id: userId, sender_id: userId, message };
  const url = urlAt(at.apiUrl, '/helix/chat/messages');
  return await askService({ method: 'POST', url, headers, json }, { timeoutMs, ending });
}

async function validate(at: TwitchPlace, key: PostKey, ending: AbortSignal): Promise<ServiceAnswer> {
  const headers = { authorization: `OAuth ${readTokens(key).access}` };
  const url = urlAt(at.idUrl, '/oauth2/validate');
  return await askService({ method: 'GET', url, headers }, { timeoutMs, ending });
}

function readOutcome(answer: ServiceAnswer): PostOutcome {
  if (answer === 'unsure') return { is: 'unsure' };
  if (answer === 'not_connected') return { is: 'later', error: 'not_connected', afterMs: null };
  const { status, headers } = answer;
  if (status === 429) return { is: 'later', error: 'limited', afterMs: waitOf(headers['ratelimit-reset']) };
  if (status >= 500) return { is: 'later', error: 'service_failed', afterMs: null };
  const reply = sendReply.safeParse(answer.body);
  if (status !== 200 || !reply.success) return { is: 'refused', error: 'refused', said: `HTTP ${status}` };
  const [sent] = reply.data.data;
  if (sent?.is_sent === true) return { is: 'sent', restMs: 0 };
  const { code, message } = sent?.drop_reason ?? {};
  return { is: 'refused', error: 'dropped', said: message ?? code ?? null };
}

/** The second in which the bucket is full again. */
function waitOf(reset: string | string[] | undefined): number | null {
  const ms = Number(reset) * 1000 - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), 120_000) : null;
}
