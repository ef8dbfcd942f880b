/** Ways to write one step up and the slash behind it. */
const steps = [
  '../',
  '..\\',
  '%2e%2e/',
  '%2E%2E%2F',
  '..%2f',
  '..%5c',
  '%2e%2e%5c',
  '.%2e/',
  '%252e%252e%252f',
  '..%252f',
  '..%255c',
  '%25252e%25252e%25252f',
  // Overlong and broken UTF-8, as bytes and written out.
  '%c0%ae%c0%ae%c0%af',
  '..%c0%af',
  '..%c1%9c',
  '%e0%80%ae%e0%80%ae%e0%80%af',
  '%f0%80%80%ae%f0%80%80%ae/',
  '\u00c0\u00ae\u00c0\u00ae/',
  // Slashes and dots of other scripts.
  '..%ef%bc%8f',
  '..%e2%88%95',
  '..%e2%81%84',
  '%ef%bc%8e%ef%bc%8e/',
  '%u002e%u002e%u002f',
  // What a careless filter makes a step of.
  '....//',
  '....%2f%2f',
  '.../...//',
  '..;/',
  '..;a=b/',
  '..//',
  './/../',
  '..%00/',
  '..%0d%0a/',
  '..%09/',
  '.%00./',
];

/** Where something is served from a name in the path. */
const doors = [
  '/',
  '/assets/',
  '/clips/',
  '/guide/',
  '/donate/x/',
  '/widget/x/',
  '/api/',
  '/api/donations/page/',
];

/** What lies outside: relative to the build, to the clips, to the file system. */
const targets = ['package.json', 'etc/passwd', 'server/main.ts', '.env', 'canary.txt', 'seed'];

/** Those that are no product of the three: each a whole path as it is sent. */
const single = [
  '//etc/passwd',
  '///etc/passwd',
  '/\\etc\\passwd',
  '/./././package.json',
  '/.%2fpackage.json',
  '/.git/config',
  '/.env',
  '/assets/.%00',
  '/index.html%00.js',
  '/index.html%00',
  '/index.html/../../package.json',
  '/index.html\\..\\..\\package.json',
  '/%00',
  '/%',
  '/%zz',
  '/%E0%A4%A',
  '/C:/Windows/win.ini',
  '/C:%5cWindows%5cwin.ini',
  '/file:///etc/passwd',
  '/%2f%2f%2fetc%2fpasswd',
  '/clips/%2fetc%2fpasswd',
  '/clips/aaaaaaaaaaaaaaaaaaaaaaaaaa.mp3/../../canary.txt',
  '/clips/aaaaaaaaaaaaaaaaaaaaaaaaaa.mp3%2f..%2f..%2fcanary.txt',
  '/clips/aaaaaaaaaaaaaaaaaaaaaaaaaa.mp3%00',
  '/clips/..',
  '/clips/.',
  '/clips/',
  '/clips/%2e',
  '/assets/',
  '/assets',
  '/assets/%2e',
  '/assets/..',
  '/api/..',
  '/api/openapi.json/../../package.json',
  '/api/..;/package.json',
  '/api/docs/..%2f..%2f..%2fpackage.json',
  '/guide/..%2f..%2f..%2f..%2fetc%2fpasswd%00.html',
  '/proc/self/environ',
  '/..%2f..%2f..%2f..%2fproc%2fself%2fenviron',
  '/landing.en.html/..%2f..%2fpackage.json',
  '/default-sound.mp3/..%2f..%2fpackage.json',
  '/?file=../../package.json',
  '/#/../../package.json',
  '/;/../package.json',
  '/assets;a=b/../../package.json',
  'http://127.0.0.1/../package.json',
  'http://evil.invalid/../../etc/passwd',
  'https://evil.invalid:99999/%2e%2e/package.json',
  'file:///etc/passwd',
  '../package.json',
  '..%2fpackage.json',
  '*',
  'package.json',
];

/** More than 300 request targets that would reach a file outside what is served, if anything were naive. */
export const pathAttacks: readonly string[] = [
  ...steps.flatMap((step, at) =>
    doors.map((door, turn) => {
      const target = targets[(at + turn) % targets.length] ?? '';
      return `${door}${step.repeat(1 + ((at + turn) % 6))}${target}`;
    }),
  ),
  ...single,
];
