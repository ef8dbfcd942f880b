import { address as toAddress } from '@solana/kit';
import { feePayerPath, readFeePayerFunds } from '#server/solana/fee-payer.ts';
import { refusePositionals, type Command } from './command.ts';
import { openChainOf } from './open-chain.ts';
import { openVaultOf } from './open-vault.ts';
import { sayLamports } from './words.ts';

const help = `Usage: npm run brava -- fee-payer

The account that pays the network's fees where donations in tokens (TOKENS) are passed on: its address, which you send
SOL to, and what it holds. Its key is part of the master seed. The server may run. Changes nothing; exit code 1 when it
is almost empty.`;

/** Says where SOL for transfers of tokens goes, and how much is there. */
export const feePayer: Command = {
  summary: 'say which account pays for transfers of tokens, and what it holds',
  help,
  options: {},
  async run(context, input) {
    refusePositionals(input);
    const vault = await openVaultOf(context);
    const address = await vault.addressOf(feePayerPath);
    context.terminal.print(address);
    const { client } = await openChainOf(context, { isShared: true });
    const { lamports, lowLamports } = await readFeePayerFunds(client, toAddress(address));
    const isLow = lamports < lowLamports;
    context.terminal.print(
      isLow
        ? `It holds ${sayLamports(lamports)}: please send at least ${sayLamports(lowLamports - lamports)} to it.`
        : `It holds ${sayLamports(lamports)}, which is enough.`,
    );
    return isLow ? 1 : 0;
  },
};
