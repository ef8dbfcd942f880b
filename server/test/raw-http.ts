import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** By name in lower case; one that came twice is joined with a comma. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request whose first line is taken as it is, on a connection of its own: no client of ours would send what an
 * attacker writes there. Bytes above 127 go out as latin1.
 *
 * Rejects when the server closes the connection without a word.
 */
export async function askRaw(
  url: string,
  firstLine: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const given: Record<string, string> = {
    host,
    connection: 'close',
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(Buffer.from(`${firstLine} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
  if (body !== '') socket.write(body);
  return readAnswer(await buffer(socket));
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!(status > 0)) throw new Error(`The server did not answer in HTTP: ${bytes.toString('latin1')}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status, headers, body: bytes.subarray(end + 4).toString('utf8') };
}
