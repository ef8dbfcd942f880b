import * as http from 'node:http';
import * as https from 'node:https';

const mostHeaderBytes = 16_384;
/** Answers of both services are far smaller. */
const mostBytes = 65_536;

/** One request to a service whose address the operator's configuration says. */
export interface ServiceRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON, or as a form. */
  json?: object | undefined;
  form?: Record<string, string> | undefined;
}

/**
 * What came: an answer, whatever its status, with its JSON where it is some. `not_connected`: the request never left, so
 * asking again repeats nothing. `unsure`: it may have been carried out.
 */
export type ServiceAnswer =
  | { status: number; headers: http.IncomingHttpHeaders; body: unknown }
  | 'not_connected'
  | 'unsure';

/**
 * Asks once, over a connection of its own, and never rejects. No redirect is followed: a key is sent to nobody but the
 * service. An answer that is too long, or cut off, is one that nobody knows.
 */
export async function askService(
  { method, url, headers, json, form }: ServiceRequest,
  { timeoutMs, ending }: { timeoutMs: number; ending?: AbortSignal },
): Promise<ServiceAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = ending === undefined ? timeout : AbortSignal.any([timeout, ending]);
  const { request } = url.protocol === 'https:' ? https : http;
  const [type, payload] = written({ json, form });
  return await new Promise((done) => {
    let hasLeft = false;
    const sent = request(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Brava/1',
        connection: 'close',
        ...(payload !== null && { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
      agent: false,
      maxHeaderSize: mostHeaderBytes,
      signal,
    });
    const fail = (): void => {
      done(hasLeft ? 'unsure' : 'not_connected');
      sent.destroy();
    };
    sent.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        hasLeft = true;
      }),
    );
    sent.on('error', fail);
    // Whoever cuts without an error is noticed here; a second end changes nothing.
    sent.on('close', fail);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > mostBytes) fail();
      });
      response.on('error', fail);
      response.on('end', () => {
        const body = parsed(Buffer.concat(chunks).toString('utf8'));
        done({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    sent.end(payload ?? undefined);
  });
}

function written({
  json,
  form,
}: Pick<ServiceRequest, 'json' | 'form'>): [type: string, payload: string | null] {
  if (json !== undefined) return ['application/json', JSON.stringify(json)];
  if (form !== undefined) return ['application/x-www-form-urlencoded', String(new URLSearchParams(form))];
  return ['', null];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What is no JSON says nothing beyond its status.
    return null;
  }
}
