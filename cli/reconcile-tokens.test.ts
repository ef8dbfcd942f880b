import { expect, test } from 'vitest';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { query } from '#server/test/database-address.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';
import { issueToken, type IssuedToken } from '#server/test/token-fixture.ts';
import type { CommandContext } from './command.ts';
import { reconcileTokens } from './reconcile-tokens.ts';

const patienceMs = 30_000;

let nine: IssuedToken;
const server = forFile(() =>
  startTestServer({
    onChain: async ({ url }) => {
      nine = await issueToken(url, 9);
      return { TOKENS: `NINE:${nine.mint}:9:0.000000001` };
    },
  }),
);

test('books and chain of tokens agree; SOL on an empty account, and one whose books were tampered with, are named', async () => {
  const { token, donationLink, user } = await registerStreamer(server.url);
  await call(server.url, 'changeToken', { token, params: { mint: nine.mint }, body: { isOn: true } });
  const body = { linkCode: donationLink, token: nine.mint };
  const created = await call(server.url, 'createDonation', { body });
  await nine.give(created.walletAddress, 3n);
  await until(async () => expect(await nine.unitsOf(user.walletAddress)).toBe(3n), patienceMs);
  const db = openDatabase(server.connectionString, { maxConnections: 1, onError: () => undefined });
  const client = createRpcClient({ urls: [server.sandbox.url], limits: null });
  const reconcile = async () => {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const terminal = { print, progress: () => undefined } as unknown as CommandContext['terminal'];
    return { differing: await reconcileTokens(db, client, terminal), text: printed.join('\n') };
  };
  const well = /^NINE: in 0\.000000003 NINE = passed on 0\.000000003 NINE \+ still there/;
  await until(
    async () => expect(await reconcile()).toMatchObject({ differing: 0, text: expect.stringMatching(well) }),
    patienceMs,
  );
  const account = created.token?.account ?? '';
  expect((await reconcile()).text).not.toContain('SOL and no tokens');
  // An account that is open and empty, and what somebody sends to it.
  await nine.give(created.walletAddress, 0n);
  await payFromFaucet(server.sandbox.url, account, 3_000_000);
  // The rent of a token account is 2,039,280 lamports.
  const stray = new RegExp(
    `1 token account holds SOL and no tokens.*\\n  ${account}  ${user.username}  0.00503928 SOL`,
  );
  await until(
    async () => expect(await reconcile()).toMatchObject({ differing: 0, text: expect.stringMatching(stray) }),
    patienceMs,
  );
  await query(server.connectionString, 'update token_entries set units = units + 1 where units > 0');
  const tampered = await reconcile();
  expect(tampered.differing).toBe(1);
  expect(tampered.text).toContain(`  ${account}  ${user.username}  books `);
  await db.destroy();
}, 90_000);
