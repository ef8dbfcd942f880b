import { createKeyPairSignerFromBytes, isAddress, type Address, type KeyPairSigner } from '@solana/kit';
import { readFile } from 'node:fs/promises';
import { Permanent } from '#server/app/outside.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import { findOwnedAddress, type OwnedByStreamer } from '#server/postgres/money/owned-address.ts';
import { rescueTokens } from '#server/solana/token-rescue.ts';
import { listTokenAccounts, type TokenAccount } from '#server/solana/token-accounts.ts';
import { checkSameChain } from './check-same-chain.ts';
import type { Command } from './command.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf } from './open-database.ts';
import { openVaultOf } from './open-vault.ts';
import { checkBelongs } from './recovery.ts';
import { Misuse, Refusal } from './refusal.ts';

const help = `Usage: npm run brava -- rescue-token ADDRESS [MINT] [--payer FILE]

Tokens that were sent to a donation's address by mistake. With the address alone: lists them. With the mint as well:
moves them to the wallet of the streamer whose donation it was. The server may run. What a donation in a token was
paid with is listed, too, and never moved here: the server passes it on by itself.

  --payer FILE   pays fee and rent (some 0.002 SOL) from this key file (64 numbers, as solana-keygen writes it);
                 otherwise the streamer's wallet pays, once a withdrawal from it has ended`;

/** Lists and moves tokens that lie on an address of ours. */
export const rescueToken: Command = {
  summary: 'list tokens that were sent to an address by mistake, and move them to its owner',
  help,
  options: { payer: { type: 'string' } },
  async run(context, { positionals, values }) {
    const [address, mint] = positionals.map(readAddress);
    if (address === undefined || positionals.length > 2)
      throw new Misuse('The ADDRESS that holds the tokens is needed, then the MINT to move. See --help.');
    const opened = await openDatabaseOf(context, { current: true });
    const chain = await openChainOf(context, { isShared: opened.isShared });
    const installation = await findInstallation(opened.db);
    await checkSameChain('The database', installation, chain);
    const holder = await findOwnedAddress(opened.db, address);
    if (holder === null) throw new Refusal(`${address} is no address of this installation.`);
    const accounts = (await listTokenAccounts(chain.client, address)).filter(({ amount }) => amount > 0n);
    if (mint === undefined) {
      for (const line of list(accounts, holder)) context.terminal.print(line);
      return 0;
    }
    const account = findMovable(accounts, holder, { address, mint });
    const vault = await openVaultOf(context);
    await checkBelongs('The database', installation, { vault, chain });
    const { payer: file } = values;
    const isNamed = typeof file === 'string';
    if (!isNamed && holder.isWithdrawing)
      throw new Refusal(
        `A withdrawal from the wallet of ${holder.username}, who pays, is under way and could fail by that: run the ` +
          'command again once it has ended, or name another account with --payer.',
      );
    const payer = isNamed ? await readPayer(file) : await vault.signerOf(holder.wallet);
    const owner = holder.walletAddress as Address;
    const rescue = { holder: await vault.signerOf(holder.path), owner, payer, account };
    const signature = await rescueTokens(chain.client, rescue).catch((cause: unknown) => {
      if (!(cause instanceof Permanent)) throw cause;
      throw new Refusal(
        `The network refused (${cause.message}). Most often ${payer.address}, who pays, has too little: some 0.004 SOL are needed.`,
        { cause },
      );
    });
    context.terminal.print(
      `Moved ${account.amount} of mint ${mint} to ${holder.username} (${owner}): ${signature}`,
    );
    return 0;
  },
};

function readAddress(given: string): Address {
  if (!isAddress(given)) throw new Misuse(`"${given}" is not a Solana address. See --help.`);
  return given;
}

function list(accounts: readonly TokenAccount[], holder: OwnedByStreamer): string[] {
  if (accounts.length === 0) return [`There are no tokens on this address of ${holder.username}.`];
  return accounts.map(
    (account) => `  ${account.amount} (smallest units) of mint ${account.mint}${noteOf(account, holder)}`,
  );
}

/** Why it is not to be moved; nothing where it is. */
function noteOf(
  { address, isMovable, isFrozen }: TokenAccount,
  { path, tokenAccount }: OwnedByStreamer,
): string {
  if (path.index === 0) return '  (the streamer’s own wallet: where they belong)';
  if (address === tokenAccount) return '  (what a donation was paid with: the server passes it on by itself)';
  if (!isMovable) return '  (Token-2022: cannot be moved by this command)';
  return isFrozen ? '  (frozen by the token’s issuer: cannot be moved until they thaw it)' : '';
}

/**
 * What a donation in a token was paid with is in the books: moved from here it would miss a payout address, and what is not
 * enough yet would be gone before the rest comes.
 */
function findMovable(
  accounts: readonly TokenAccount[],
  { username, path, tokenAccount }: OwnedByStreamer,
  { address, mint }: { address: string; mint: string },
): TokenAccount {
  const ofMint = accounts.filter((account) => account.mint === mint);
  if (ofMint.length === 0) throw new Refusal(`There are no tokens of mint ${mint} on ${address}.`);
  if (path.index === 0)
    throw new Refusal(`${address} is the wallet of ${username}: the tokens are where they belong.`);
  const strays = ofMint.filter((account) => account.address !== tokenAccount);
  const stray = strays.find(({ isFrozen }) => !isFrozen) ?? strays[0];
  if (stray === undefined)
    throw new Refusal(
      'These were not sent by mistake: a donation in this token was paid with them. The server passes them on by itself ' +
        'once it is paid or its time is over; what is in the way npm run brava -- doctor says.',
    );
  if (!stray.isMovable)
    throw new Refusal('Tokens of the Token-2022 program cannot be moved by this command.');
  if (stray.isFrozen)
    throw new Refusal(
      'The issuer of this token has frozen them: nobody can move them until they are thawed.',
    );
  return stray;
}

async function readPayer(file: string): Promise<KeyPairSigner> {
  try {
    const numbers = JSON.parse(await readFile(file, 'utf8')) as number[];
    return await createKeyPairSignerFromBytes(Uint8Array.from(numbers));
  } catch (cause) {
    throw new Refusal(`${file} is no key file: 64 numbers, as solana-keygen writes it.`, { cause });
  }
}
