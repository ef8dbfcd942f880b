import { inspect } from 'node:util';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { HDKey } from 'micro-key-producer/slip10.js';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, test } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { createKeyVault } from './key-vault.ts';

const words = `${'abandon '.repeat(23)}art`;
const vault = await createKeyVault(new Secret(words));

test("an address is the key of m/44'/501'/user'/epoch'/index' of the words", async () => {
  const other = HDKey.fromMasterSeed(mnemonicToSeedSync(words)).derive("m/44'/501'/7'/1'/42'");
  const address = await vault.addressOf({ user: 7, epoch: 1, index: 42 });
  expect(address).toBe(base58.encode(other.publicKeyRaw));
});

test('an exported key imports elsewhere as the same address, and does not print itself', async () => {
  const path = { user: 3, epoch: 0, index: 0 };
  const exported = await vault.exportPrivateKey(path);
  const imported = await createKeyPairSignerFromBytes(base58.decode(exported.reveal()));
  expect(imported.address).toBe(await vault.addressOf(path));
  expect(inspect({ exported }) + JSON.stringify({ exported })).not.toContain(exported.reveal());
});

test('the key of a signer cannot be taken out again', async () => {
  const signer = await vault.signerOf({ user: 0, epoch: 0, index: 1 });
  await expect(crypto.subtle.exportKey('pkcs8', signer.keyPair.privateKey)).rejects.toThrow(/extractable/);
});

test('the fingerprint belongs to the seed: the same for the same words, another for others', async () => {
  const again = await createKeyVault(new Secret(words));
  const other = await createKeyVault(new Secret(`${'zoo '.repeat(23)}vote`));
  expect(again.fingerprint).toBe(vault.fingerprint);
  expect(other.fingerprint).not.toBe(vault.fingerprint);
  expect(vault.fingerprint).toMatch(/^[0-9a-f]{32}$/);
});

test('a secret belongs to the seed and the purpose, and does not print itself', async () => {
  const secret = vault.deriveSecret('totp:1');
  const bytes = Buffer.from(secret.reveal());
  const other = await createKeyVault(new Secret(`${'zoo '.repeat(23)}vote`));
  expect(bytes).toHaveLength(32);
  expect(Buffer.from(vault.deriveSecret('totp:1').reveal())).toEqual(bytes);
  expect(Buffer.from(vault.deriveSecret('totp:2').reveal())).not.toEqual(bytes);
  expect(Buffer.from(other.deriveSecret('totp:1').reveal())).not.toEqual(bytes);
  expect(inspect(secret) + JSON.stringify(secret)).toBe('[secret]"[secret]"');
});

test('printing a vault shows nothing of the seed', () => {
  expect(inspect(vault, { depth: 10, showHidden: true })).not.toMatch(/abandon|Buffer|Uint8Array/);
});

test('no user gets the path that the fingerprint uses', async () => {
  await expect(vault.addressOf({ user: 2 ** 31 - 1, epoch: 0, index: 0 })).rejects.toThrow(RangeError);
});

test('addresses listed in a row are the same as asked for one by one', async () => {
  const from = { user: 4, epoch: 2, index: 98 };
  const one = await Promise.all([98, 99, 100].map((index) => vault.addressOf({ ...from, index })));
  expect(vault.listAddresses(from, 3)).toEqual(one);
  expect((await vault.signerOf({ ...from, index: 99 })).address).toBe(one[1]);
  expect(() => vault.listAddresses({ user: 2 ** 31 - 1, epoch: 0, index: 0 }, 1)).toThrow(RangeError);
});
