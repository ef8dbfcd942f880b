import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { Installation } from '#server/postgres/installation.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { assertBelongs } from './claim-installation.ts';

/** Compares an installation of the chain `old` with one whose genesis hash is asked for so. */
function compare(genesisHash: () => Promise<string>): Promise<void> {
  const installation = { genesisHash: 'old', seedFingerprint: 'ours' } as Installation;
  return assertBelongs(installation, { chain: { genesisHash }, vault: { fingerprint: 'ours' } } as Solana);
}

test('a start while no node answers says so, with the setting and what was answered', async () => {
  const away = new Transient('getGenesisHash: connect ECONNREFUSED 127.0.0.1:9');
  await expect(compare(() => Promise.reject(away))).rejects.toThrow(
    /^No node of SOLANA_RPC_URL .*ECONNREFUSED 127\.0\.0\.1:9\)$/,
  );
  await expect(compare(async () => 'new')).rejects.toThrow('belongs to another Solana network');
  await compare(async () => 'old');
});
