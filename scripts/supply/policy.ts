/**
 * Licences whose packages may be installed, with the reason. A package's own expression must be one of these, or a
 * choice of which one is.
 */
export const allowedLicences: Readonly<Record<string, string>> = {
  MIT: 'permissive',
  'Apache-2.0': 'permissive, with a grant of patents',
  ISC: 'permissive',
  'BSD-2-Clause': 'permissive',
  'BSD-3-Clause': 'permissive',
  'MIT-0': 'permissive, asks for nothing',
  '0BSD': 'permissive, asks for nothing',
  'BlueOak-1.0.0': 'permissive',
  'CC0-1.0': 'public domain',
  Unlicense: 'public domain',
  'OFL-1.1': 'fonts: served whole and cut, with their copyright inside; none of them reserves its name',
  'MPL-2.0': 'files stay open; used unchanged, and axe-core and lightningcss only while building and testing',
};

/** Packages whose licence the list does not cover, or who do not say it where others do. Each was read. */
export const readLicences: Readonly<Record<string, { licence: string; reason: string }>> = {
  argparse: {
    licence: 'Python-2.0',
    reason: 'permissive; only under subset-font while building, in a command that is not used',
  },
  pako: { licence: '(MIT AND Zlib)', reason: 'both permissive; only under subset-font while building' },
  '@bufbuild/protobuf': {
    licence: '(Apache-2.0 AND BSD-3-Clause)',
    reason: 'both are on the list; only under @triton-one/yellowstone-grpc, for tests',
  },
  '@triton-one/yellowstone-grpc-napi-linux-x64-gnu': {
    licence: 'Apache-2.0',
    reason: 'of the repository that it names and is built from; only for tests, which do not load it',
  },
  '@triton-one/yellowstone-grpc-napi-linux-x64-musl': {
    licence: 'Apache-2.0',
    reason: 'of the repository that it names and is built from; only for tests, which do not load it',
  },
  eyes: {
    licence: 'MIT',
    reason: 'says so in an old form and in its LICENSE; only under @solana/web3.js, for tests',
  },
  'text-encoding-utf-8': {
    licence: 'Unlicense',
    reason: 'its LICENSE.md; only under @solana/web3.js, for tests',
  },
  'xmlhttprequest-ssl': { licence: 'MIT', reason: 'its LICENSE; only under socket.io-client, for tests' },
  'rpc-websockets': {
    licence: 'LGPL-3.0-only',
    reason: 'only under @solana/web3.js, for tests; nothing of it is served',
  },
};
