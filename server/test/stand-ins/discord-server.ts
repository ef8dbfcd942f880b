import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveLocally } from './serve-locally.ts';

/** A message as the channel got it. */
interface ChannelMessage {
  content: string;
  allowed_mentions: unknown;
  flags: unknown;
}

/** Discord's webhooks on a loopback address, answering as its documentation says. */
export interface DiscordServer {
  url: string;
  /** What a streamer would paste. */
  webhookUrl: string;
  messages: ChannelMessage[];
  /** Requests that came, refused ones too. */
  asked: () => number;
  /** Says how the next requests are answered instead, those to post with their content; null: as usual. */
  answer: (reply: ((response: ServerResponse, content: string) => void) | null) => void;
  /** From then on the webhook is unknown. */
  deleteWebhook: () => void;
  close: () => Promise<void>;
}

const id = '1143259187462340719';
const token = 'kK3_fV-9Qm2pX7sWbN4tRzYcLdHgJaEoUiPv6TqMx1B8nC5yS0wFhGrDkZeAjVtXpQ2u';

/** Answers 429 as Discord does. */
export function discordLimit(response: ServerResponse, seconds: number, global = false): void {
  response.writeHead(429, {
    'content-type': 'application/json',
    'retry-after': String(Math.ceil(seconds)),
    ...(global && { 'x-ratelimit-global': 'true' }),
    'x-ratelimit-scope': global ? 'global' : 'shared',
  });
  response.end(JSON.stringify({ message: 'You are being rate limited.', retry_after: seconds, global }));
}

/** Starts it with one webhook. */
export async function startDiscord(): Promise<DiscordServer> {
  const messages: ChannelMessage[] = [];
  let asked = 0;
  let isDeleted = false;
  let instead: Parameters<DiscordServer['answer']>[0] = null;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '', 'http://discord');
      const reply = (status: number, json: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      };
      const [, ofId, ofToken] = /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)$/.exec(url.pathname) ?? [];
      asked += 1;
      if (isDeleted || ofId !== id) return reply(404, { message: 'Unknown Webhook', code: 10015 });
      if (ofToken !== token) return reply(401, { message: 'Invalid Webhook Token', code: 50027 });
      const message = JSON.parse(body || '{"content":""}') as ChannelMessage;
      if (instead !== null) return instead(response, message.content);
      if (request.method === 'GET')
        return reply(200, { id, type: 1, name: 'Tip jar', channel_id: '199737254929760256', token });
      const length = message.content.length;
      if (length === 0 || length > 2000) return reply(400, { message: 'Invalid Form Body', code: 50035 });
      messages.push(message);
      if (url.searchParams.get('wait') !== 'true') return void response.writeHead(204).end();
      return reply(200, { id: '1', type: 0, content: message.content, webhook_id: id });
    });
  });
  const { origin: url, close } = await serveLocally(server);
  return {
    url,
    webhookUrl: `${url}/api/webhooks/${id}/${token}`,
    messages,
    asked: () => asked,
    answer: (reply) => {
      instead = reply;
    },
    deleteWebhook: () => {
      isDeleted = true;
    },
    close,
  };
}
