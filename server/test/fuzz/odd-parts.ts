const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that are no JSON, or JSON that was made to hurt. */
export const oddBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '\ufeff{}',
  '{"a":1}garbage',
  "{'username':'x'}",
  '{"__proto__":{"username":"x"}}',
  '{"constructor":{"prototype":{}}}',
  '{"username":"\\u0000","password":"\\u0000"}',
  '{"username":"\\ud800","password":"\\udfff"}',
  '{"username":{"$ne":null},"password":{"$ne":null}}',
  '{"username":["a","b"],"password":1e308}',
  '{"minDonationAmount":1e308,"cardColor":"#22c55e","cardGradient":null}',
  '{"minDonationAmount":0.0020000000000001,"cardColor":"#22c55e","cardGradient":"[]"}',
  '{"minDonationAmount":1,"cardColor":"#22c55e","cardGradient":"{\\"gradientType\\":\\"custom\\",\\"background\\":\\"\\\\u0000\\"}"}',
  '{"timeZone":"+01:00","acceptingDonations":"yes","payoutAddress":"\\u0000"}',
  '{"timeZone":"\\u0000UTC"}',
  '{"donationId":"x","amount":-1}',
  '{"donationId":"018f2b5e-0000-7000-8000-000000000000","amount":1000}',
  `{"linkCode":"${'x'.repeat(65)}"}`,
  '{"linkCode":"\\u0000\\u0000"}',
  '{"linkCode":"x","donatorName":5,"message":{},"audioFileName":"../../etc/passwd","audioDuration":-1e300}',
  deep(100),
  deep(30_000),
  `{"username":${deep(30_000)}}`,
  `{"message":"${'x'.repeat(70_000)}"}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(100),
];

/** Content types that nobody promised to take; empty for none. */
export const oddContentTypes: readonly string[] = [
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  '?',
  '',
];

/** What stands in a path where a name should. Already escaped, or not, as it goes out. */
export const oddNames: readonly string[] = [
  'x',
  '..%2f..',
  '%00',
  '%ud800',
  '%E0%A4%A',
  '%',
  "1'--",
  'a'.repeat(5000),
  '%F0%9F%98%80',
  '-1',
  '{id}',
  '__proto__',
  '018f2b5e-0000-7000-8000-000000000000',
];

/** Queries, as they go out. */
export const oddQueries: readonly string[] = [
  'limit=0',
  'limit=-1',
  'limit=1e99',
  'limit=',
  'limit=1&limit=2',
  'limit[a]=1',
  'limit=1.5',
  'page=9999999&size=100&search=%25_%5C',
  'search=%00',
  'search=%ff',
  '__proto__[x]=1',
  '&&=&',
];

/** Headers that a proxy, an old browser or somebody bored might send. */
export const oddHeaders: readonly Record<string, string>[] = [
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer  ' },
  { authorization: 'Basic eDp5' },
  { authorization: `Bearer ${'\u00ff'.repeat(43)}` },
  { authorization: `Bearer brava_${'a'.repeat(43)}` },
  { authorization: 'a b c d' },
  { accept: 'text/html', 'accept-encoding': 'gzip;q=x, *;q=0' },
  { range: 'bytes=-1,0-' },
  { 'if-none-match': '*', 'if-modified-since': 'never' },
  { cookie: 'lang=es; __proto__=1; ='.repeat(50) },
  { origin: 'null', referer: 'javascript:0' },
  { host: 'evil.example' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/admin' },
  { 'user-agent': '\u00ff'.repeat(4000) },
  { 'accept-language': 'es;q=9, *' },
];
