import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebhookMessage } from '#contract/webhooks.ts';
import { serveLocally } from './serve-locally.ts';

/** One message as it arrived. */
export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: WebhookMessage;
}

type Reply = (response: ServerResponse, received: Received) => void;

const answerOk: Reply = (response) => void response.end();

/** A receiver of webhooks on a loopback address. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Says how the next messages are answered; 200 at first. */
  answer: (reply: Reply) => void;
  close: () => Promise<void>;
}

/** Starts a receiver that keeps what it hears. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = [];
  let reply = answerOk;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { headers } = request;
      const one = { id: String(headers['webhook-id']), headers, body, message: JSON.parse(body) };
      received.push(one);
      reply(response, one);
    });
  });
  const { origin, close } = await serveLocally(server, host);
  return {
    url: `${origin}/hook`,
    received,
    answer: (next) => {
      reply = next;
    },
    close,
  };
}
