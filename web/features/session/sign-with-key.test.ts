import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { signWithKey } from './sign-with-key.ts';

const pair = generateKeyPairSync('ed25519');
const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' });
const bytes = Uint8Array.from([...Buffer.from(d, 'base64url'), ...Buffer.from(x, 'base64url')]);
const publicKey = createPublicKey(pair.privateKey);
const message = 'Site: ö\nTime: now';

it.each([
  ['base58', base58.encode(bytes)],
  ['base58 with space around it', `\n ${base58.encode(bytes)} `],
  ['a list of numbers', `[${[...bytes].join(', ')}]`],
])('signs with a key written as %s', async (_, pasted) => {
  const signature = Buffer.from(await signWithKey(pasted, message), 'base64');
  expect(verify(null, Buffer.from(message), publicKey, signature)).toBe(true);
});

it.each(['', 'hunter2', '0OIl', base58.encode(bytes.slice(0, 32)), '[1, 2', '[300]', '[]', '{}'])(
  'takes %j for no key',
  async (pasted) => {
    await expect(signWithKey(pasted, message)).rejects.toMatchObject({ why: 'notAKey' });
  },
);
