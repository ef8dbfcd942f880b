import * as z from 'zod';
import { Problem } from '#contract/problem.ts';
import type {
  DiscordLinker,
  PostKey,
  PostOutcome,
  PostPorts,
  PostSender,
} from '#server/app/posts/post-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { longestPostPauseMs } from '#server/domain/posts/judge-post.ts';
import { askService, type ServiceAnswer, type ServiceRequest } from './ask-service.ts';

const timeoutMs = 8000;
/** Where people copy the URL of a webhook from: the app in its three channels of release. */
const discordHosts = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'];
const webhookPath = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,22})\/([\w-]{40,100})\/?$/;
/** SUPPRESS_EMBEDS: no preview of anything is drawn below. */
const flags = 4;

const webhookObject = z.object({ name: z.string().nullish(), channel_id: z.string().nullish() });
const limited = z.object({ retry_after: z.number().nonnegative(), global: z.boolean().optional() });

/**
 * Posts by executing a channel's webhook (https://docs.discord.com/developers/resources/webhook).
 *
 * Of what a streamer pastes only number, token and thread are kept; where they are sent is configuration. There is no way
 * to say that a message is the same as one before, so what may have arrived is not sent again.
 */
export function createDiscord(baseUrl: string): PostPorts['discord'] {
  const ask = createAsk();
  return { sender: createSender(baseUrl, ask), linker: createLinker(baseUrl, ask) };
}

type Ask = (request: ServiceRequest, ending?: AbortSignal) => Promise<ServiceAnswer>;

/**
 * Asks Discord. Once it has limited everything that comes from here, nothing is asked until that is over, and the answer
 * is that limit: whoever goes on is shut out for longer.
 */
function createAsk(): Ask {
  let silentUntil = 0;
  return async (request, ending) => {
    const silentMs = silentUntil - performance.now();
    if (silentMs > 0) return { status: 429, headers: {}, body: { retry_after: silentMs / 1000 } };
    const answer = await askService(request, { timeoutMs, ...(ending !== undefined && { ending }) });
    if (typeof answer !== 'string' && isForAll(answer))
      silentUntil = Math.max(silentUntil, performance.now() + waitOf(answer));
    return answer;
  };
}

function createLinker(baseUrl: string, ask: Ask): DiscordLinker {
  return {
    readUrl(text) {
      const url = URL.canParse(text) ? new URL(text) : null;
      const [, id, token] =
        url === null || !isDiscord(url, baseUrl) ? [] : (webhookPath.exec(url.pathname) ?? []);
      const rest = [...(url?.searchParams.keys() ?? [])].filter((name) => name !== 'thread_id');
      const thread = url?.searchParams.get('thread_id') ?? null;
      if (id === undefined || token === undefined || rest.length > 0 || !/^(\d{15,22})?$/.test(thread ?? ''))
        throw new Problem('discord_url_refused');
      return new Secret(JSON.stringify({ id, token, ...(thread !== null && { thread }) }));
    },
    async look(key) {
      const answer = await ask({ method: 'GET', url: urlOf(baseUrl, key) });
      if (typeof answer === 'string') return null;
      if ([401, 403, 404].includes(answer.status)) return 'gone';
      const webhook = webhookObject.safeParse(answer.body);
      if (answer.status !== 200 || !webhook.success) return null;
      return { key, label: webhook.data.name ?? 'Webhook' };
    },
  };
}

function createSender(baseUrl: string, ask: Ask): PostSender {
  return {
    async send({ key }, content, ending) {
      const url = urlOf(baseUrl, key);
      url.searchParams.set('wait', 'true');
      const json = { content, allowed_mentions: { parse: [] }, flags };
      return readOutcome(await ask({ method: 'POST', url, json }, ending));
    },
    check: null,
    // The webhook is the streamer's own: they may use it for other things, and delete it at Discord.
    end: () => Promise.resolve(),
  };
}

function readOutcome(answer: ServiceAnswer): PostOutcome {
  if (answer === 'unsure') return { is: 'unsure' };
  if (answer === 'not_connected') return { is: 'later', error: 'not_connected', afterMs: null };
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { is: 'sent', restMs: restOf(headers) };
  if (status === 404 || status === 401) return { is: 'ended', why: 'gone' };
  if (status === 429) return { is: 'later', error: 'limited', afterMs: waitOf(answer) };
  if (status >= 500) return { is: 'later', error: 'service_failed', afterMs: null };
  return { is: 'refused', error: 'refused', said: `HTTP ${status}` };
}

/** Seconds, in the body exactly and in the header rounded up. */
function waitOf({ body, headers }: Exclude<ServiceAnswer, string>): number {
  const exact = limited.safeParse(body);
  const seconds = exact.success ? exact.data.retry_after : Number(headers['retry-after']);
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 5000, longestPostPauseMs);
}

/** Nothing may be sent by this webhook before its bucket is full again. */
function restOf(headers: Exclude<ServiceAnswer, string>['headers']): number {
  if (headers['x-ratelimit-remaining'] !== '0') return 0;
  const seconds = Number(headers['x-ratelimit-reset-after']);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, 60_000) : 0;
}

/** A limit that is not said in Discord's own form comes from what stands before it, and means the address. */
function isForAll({ status, headers, body }: Exclude<ServiceAnswer, string>): boolean {
  if (status !== 429) return false;
  const said = limited.safeParse(body);
  return headers['x-ratelimit-global'] === 'true' || !said.success || said.data.global === true;
}

function isDiscord(url: URL, baseUrl: string): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (url.origin === new URL(baseUrl).origin) return true;
  return url.protocol === 'https:' && url.port === '' && discordHosts.includes(url.hostname);
}

function urlOf(baseUrl: string, key: PostKey): URL {
  const { id, token, thread } = JSON.parse(key.reveal()) as { id: string; token: string; thread?: string };
  const url = new URL(`/api/v10/webhooks/${id}/${token}`, baseUrl);
  if (thread !== undefined) url.searchParams.set('thread_id', thread);
  return url;
}
