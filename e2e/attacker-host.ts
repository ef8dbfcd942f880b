import { createServer } from 'node:http';
import { serveLocally } from '#server/test/stand-ins/serve-locally.ts';

/** Another origin on this machine that counts who comes. */
export interface AttackerHost {
  /** Name and port, as it stands in an address. */
  host: string;
  /** Paths that were asked for so far. */
  asked: string[];
  stop(): Promise<void>;
}

/** Starts it. It answers with a page that has nothing but this body, without any policy, to whoever asks for anything. */
export async function startAttackerHost(body = ''): Promise<AttackerHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const headers = { 'content-type': 'text/html', 'access-control-allow-origin': '*' };
    response.writeHead(200, headers).end(`<!doctype html><link rel=icon href=data:,>${body}`);
  });
  const { origin, close } = await serveLocally(server);
  return { host: new URL(origin).host, asked, stop: close };
}
