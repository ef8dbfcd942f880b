import type { Signature } from '@solana/kit';
import { NotThere, Permanent, Transient } from '#server/app/outside.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import {
  listDonationsAt,
  listDonationsMovedBy,
  listWalletsAt,
  type StreamersWallet,
} from '#server/postgres/money/traced-money.ts';
import { readTransaction, type Transaction } from '#server/solana/chain-entry.ts';
import { tokenOwnersIn } from '#server/solana/token-entry.ts';
import type { OpenedChain } from './open-chain.ts';
import type { Clue } from './read-clue.ts';
import { Refusal } from './refusal.ts';
import { sayLamports, sayTime } from './words.ts';

/** What a clue leads to: donations, or else lines about a wallet of a streamer. */
export interface Found {
  donationIds: string[];
  lines: string[];
}

/** Whether nobody could be asked, or said nothing: it is told, and never taken for a 'no'. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Transient || error instanceof Permanent || error instanceof Refusal;
}

const askDonor =
  'Ask the donor for the link of the donation’s page, or for the signature of the transaction.';

/**
 * Finds what somebody means. A transaction that the books lack is looked for on the chain, which `openChain` asks. Throws
 * `Refusal` where nothing of it is of this installation, or nobody could say.
 */
export async function findTraced(
  db: Database,
  clue: Clue,
  openChain: () => Promise<OpenedChain>,
): Promise<Found> {
  if ('donationId' in clue) return { donationIds: [clue.donationId], lines: [] };
  if ('signature' in clue) return await findBySignature(db, clue.signature, openChain);
  const { address } = clue;
  const donationIds = await listDonationsAt(db, [address]);
  if (donationIds.length > 0) return { donationIds, lines: [] };
  const wallets = await listWalletsAt(db, [address]);
  if (wallets.length === 0)
    throw new Refusal(
      `${address} is no address of this installation: nothing of it is ours. If it stood on a page of ours, the books were ` +
        'restored since, or lost: docs/operate/backups.md#losing-the-database.',
    );
  const lines = wallets.map(
    (wallet) => `${address} is ${sayWallet(wallet)}, and of no donation: what is sent there is theirs.`,
  );
  return { donationIds, lines: [...lines, `→ ${askDonor}`] };
}

function sayWallet({ username, isPayout }: StreamersWallet): string {
  return `the ${isPayout ? 'payout address' : 'wallet'} of ${username}`;
}

async function findBySignature(
  db: Database,
  signature: Signature,
  openChain: () => Promise<OpenedChain>,
): Promise<Found> {
  const booked = await listDonationsMovedBy(db, signature);
  if (booked.length > 0) return { donationIds: booked, lines: [] };
  const transaction = await lookOnChain(signature, openChain);
  const accounts = [...transaction.keys, ...tokenOwnersIn(transaction)];
  const at = `${sayTime(transaction.blockTime)}${transaction.meta.err === null ? '' : ', where it failed'}`;
  const donationIds = await listDonationsAt(db, accounts);
  if (donationIds.length > 0)
    return { donationIds, lines: [`The books do not have ${signature}. It is on the chain, of ${at}.`] };
  const wallets = await listWalletsAt(db, accounts);
  if (wallets.length === 0)
    throw new Refusal(
      `${signature} is on the chain, of ${at}, and named no address of this installation: nothing of it is ours. ${askDonor}`,
    );
  return {
    donationIds,
    lines: [
      `The books of donations do not have ${signature}. It is on the chain, of ${at}.`,
      ...wallets.map(
        (wallet) => `  ${sayChange(wallet.address, transaction)} at ${sayWallet(wallet)} (${wallet.address})`,
      ),
      '→ It went past every donation’s address, so it made no alert. What came to a wallet is its streamer’s already.',
    ],
  };
}

function sayChange(address: string, { keys, meta }: Transaction): string {
  const position = keys.findIndex((key) => key === address);
  const lamports = (meta.postBalances[position] ?? 0n) - (meta.preBalances[position] ?? 0n);
  return lamports === 0n ? 'no SOL, but maybe tokens,' : sayLamports(lamports);
}

/** A transaction by whichever node has it. Throws `Refusal` where none has, or some did not say. */
async function lookOnChain(
  signature: Signature,
  openChain: () => Promise<OpenedChain>,
): Promise<Transaction> {
  const failures: Error[] = [];
  const { client } = await openChain().catch((error: unknown) => {
    if (!isSilence(error)) throw error;
    throw new Refusal(sayUntold(signature, error), { cause: error });
  });
  for (const { rpc } of client.each) {
    try {
      return await readTransaction(rpc, { signature, commitment: 'confirmed' });
    } catch (error) {
      if (!isSilence(error)) throw error;
      failures.push(error);
    }
  }
  const silent = failures.find((failure) => !(failure instanceof NotThere));
  if (silent !== undefined) throw new Refusal(sayUntold(signature, silent), { cause: silent });
  throw new Refusal(
    `Neither the books nor the nodes know ${signature}: it never landed on this network, is seconds old, or is older than ` +
      `the nodes remember. What was paid on another network: npm run brava -- recover --rpc URL. ${askDonor}`,
  );
}

function sayUntold(signature: string, { message }: Error): string {
  return (
    `The books do not have ${signature}, and the chain could not be asked (${message}): nobody can say yet whether it is ` +
    'ours. See which node answers (npm run brava -- doctor), then run this again.'
  );
}
