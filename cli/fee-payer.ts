import { address as toAddress } from '@solana/kit';
import { findInstallation, type Installation } from '#server/postgres/operator/installation.ts';
import { feePayerPath, readFeePayerFunds } from '#server/solana/fee-payer.ts';
import { refusePositionals, type Command, type CommandContext } from './command.ts';
import { explain } from './explain.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf } from './open-database.ts';
import { openVaultOf } from './open-vault.ts';
import { checkBelongs } from './recovery.ts';
import { Refusal } from './refusal.ts';
import { sayLamports } from './words.ts';

const help = `Usage: npm run brava -- fee-payer

The account that pays the network's fees where donations in tokens (TOKENS) are passed on: its address, which you send
SOL to, and what it holds. Its key is part of the master seed, which must be the one of the database, where there is
one. The server may run. Changes nothing; exit code 1 when it is almost empty.`;

/** Says where SOL for transfers of tokens goes, and how much is there. */
export const feePayer: Command = {
  summary: 'say which account pays for transfers of tokens, and what it holds',
  help,
  options: {},
  async run(context, input) {
    refusePositionals(input);
    const vault = await openVaultOf(context);
    const books = await findBooks(context);
    const chain = await openChainOf(context, { isShared: true });
    await checkBelongs('The database', books, { vault, chain });
    const address = await vault.addressOf(feePayerPath);
    context.terminal.print(address);
    const { lamports, lowLamports } = await readFeePayerFunds(chain.client, toAddress(address));
    const isLow = lamports < lowLamports;
    context.terminal.print(
      isLow
        ? `It holds ${sayLamports(lamports)}: please send at least ${sayLamports(lowLamports - lamports)} to it.`
        : `It holds ${sayLamports(lamports)}, which is enough.`,
    );
    return isLow ? 1 : 0;
  },
};

/** Null where there is no database, or, said so, where it does not answer: the account is the seed's alone. */
async function findBooks(context: CommandContext): Promise<Installation | null> {
  try {
    const { db } = await openDatabaseOf(context);
    return await findInstallation(db);
  } catch (error) {
    const isNone = error instanceof Refusal;
    if (!isNone)
      context.terminal.tell(
        `${explain(error)}\nThat this is the seed of the database was not checked: see doctor.`,
      );
    return null;
  }
}
