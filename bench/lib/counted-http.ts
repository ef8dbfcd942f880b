import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** The server answered with another status than 200 and 201. */
export class RefusedCall extends Error {
  readonly status: number | undefined;

  constructor(path: string, status: number | undefined, answer: string) {
    super(`${path} answered ${status}: ${answer}`);
    this.status = status;
  }
}

/** Makes calls over kept connections, and counts every byte on them. */
export interface CountedHttp {
  /** The body of the answer. Throws a `RefusedCall` on any status but 200 and 201. */
  ask(method: 'GET' | 'POST', path: string, body?: { type: string; bytes: Buffer | string }): Promise<string>;
  bytes(): number;
}

/** Opens connections to a server, at most so many at once. */
export function openCountedHttp(url: string, maxSockets: number): CountedHttp {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const sockets = new Set<Socket>();
  return {
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const headers =
          body === undefined
            ? {}
            : { 'content-type': body.type, 'content-length': Buffer.byteLength(body.bytes) };
        const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
          text(response).then((answer) => {
            if (response.statusCode === 200 || response.statusCode === 201) resolve(answer);
            else reject(new RefusedCall(path, response.statusCode, answer));
          }, reject);
        });
        sent.once('socket', (socket) => sockets.add(socket));
        sent.once('error', reject);
        sent.end(body?.bytes);
      }),
    bytes: () => [...sockets].reduce((all, { bytesRead, bytesWritten }) => all + bytesRead + bytesWritten, 0),
  };
}
