import { createHash, hkdfSync } from 'node:crypto';
import { base58 } from '@scure/base';
import { mnemonicToSeed } from '@scure/bip39';
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  type Address,
  type KeyPairSigner,
} from '@solana/kit';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import { isSignedBy } from './is-signed-by.ts';
import { publicAddress } from './public-address.ts';
import { deriveChild, deriveNode, hardenedLimit, type Slip10Node } from './slip10.ts';

/** A vault that can also sign and search. Only the Solana adapter sees this side of it. */
export interface SigningVault extends KeyVault {
  /** A signer whose key WebCrypto does not give out again. */
  signerOf(path: KeyPath): Promise<KeyPairSigner>;
  /** The addresses of `count` indexes in a row of one streamer and epoch: some 10,000 a second, blocking. */
  listAddresses(from: KeyPath, count: number): Address[];
}

/** The branch that only the fingerprint uses; users are counted from 0 and never come near it. */
const fingerprintPath: KeyPath = { user: hardenedLimit - 1, epoch: 0, index: 0 };

/**
 * Opens the keys of a master seed: BIP-39 words (already validated, empty passphrase) → 64 bytes → SLIP-0010.
 *
 * No key is kept: each is derived when it is needed, from the seed that stays inside this closure.
 */
export async function createKeyVault(words: Secret<string>): Promise<SigningVault> {
  const seed = new Secret(await mnemonicToSeed(words.reveal()));
  // Every path begins there: half of the steps of each.
  const trunk = new Secret(deriveNode(seed.reveal(), [44, 501]));

  const signerOf = async (path: KeyPath): Promise<KeyPairSigner> => {
    const key = privateKeyOf(trunk, path);
    const signer = await createKeyPairSignerFromPrivateKeyBytes(key);
    key.fill(0);
    return signer;
  };
  const addressOf = async (path: KeyPath): Promise<Address> => {
    const key = privateKeyOf(trunk, path);
    const address = publicAddress(key);
    key.fill(0);
    return address;
  };

  return {
    fingerprint: fingerprintOf(await addressOf(fingerprintPath)),
    signerOf,
    addressOf,
    listAddresses: (from, count) => {
      const branch = branchOf(from).reduce(deriveChild, trunk.reveal());
      const indexes = Array.from({ length: count }, (_, offset) => from.index + offset);
      return indexes.map((index) => {
        const { key } = deriveChild(branch, index);
        const address = publicAddress(key);
        key.fill(0);
        return address;
      });
    },
    exportPrivateKey: async (path) => {
      const publicKey = getAddressEncoder().encode(await addressOf(path));
      const key = privateKeyOf(trunk, path);
      const exported = new Secret(base58.encode(Uint8Array.from([...key, ...publicKey])));
      key.fill(0);
      return exported;
    },
    deriveSecret: (purpose) =>
      new Secret(new Uint8Array(hkdfSync('sha256', seed.reveal(), 'brava-secret', purpose, 32))),
    isSignedBy,
  };
}

function privateKeyOf(trunk: Secret<Slip10Node>, path: KeyPath): Buffer {
  return [...branchOf(path), path.index].reduce(deriveChild, trunk.reveal()).key;
}

/** The steps below m/44'/501'. */
function branchOf(path: KeyPath): number[] {
  if (path.user >= fingerprintPath.user && path !== fingerprintPath) {
    throw new RangeError(`User ${path.user} is no number of a key path`);
  }
  return [path.user, path.epoch];
}

function fingerprintOf(address: Address): string {
  const hash = createHash('sha256')
    .update('brava-fingerprint')
    .update(Buffer.from(getAddressEncoder().encode(address)));
  return hash.digest().subarray(0, 16).toString('hex');
}
