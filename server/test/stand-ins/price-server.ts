import { createServer, type ServerResponse } from 'node:http';
import { serveLocally } from './serve-locally.ts';

type Reply = (response: ServerResponse, asked: number) => void;

/** A source of prices on a loopback address, over real HTTP. */
export interface PriceServer {
  url: string;
  /** How often it was asked. */
  asked: () => number;
  /** Says how the next questions are answered. */
  answer: (reply: Reply) => void;
  close: () => Promise<void>;
}

/** An answer in the shape that the tests' path `solana.eur` reads; the price goes out as it is written here. */
export const price =
  (text: string): Reply =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"solana":{"eur":${text},"usd":1}}`);

/** Starts a source that says that price at first. */
export async function startPriceServer(first: string): Promise<PriceServer> {
  let reply = price(first);
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    reply(response, asked);
  });
  const { origin, close } = await serveLocally(server);
  return {
    url: `${origin}/simple?ids=solana&key=not-for-logs`,
    asked: () => asked,
    answer: (next) => {
      reply = next;
    },
    close,
  };
}
