import type { Address } from '@solana/kit';
import { formatTokens } from '#contract/tokens.ts';
import type { SeenSignature, SignatureState } from '#server/app/chain-ports.ts';
import { chainSays } from '#server/app/money/ledger-check.ts';
import { standingOf } from '#server/app/money/record-payment.ts';
import type { ChainEntry, Donation } from '#server/domain/donation.ts';
import { isSettled, sumOf } from '#server/domain/entries.ts';
import type { TokenEntry } from '#server/domain/token-side.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { listDonationAddresses } from '#server/postgres/money/address-list.ts';
import { findTokenError, listTransfersOf } from '#server/postgres/money/traced-money.ts';
import { readFinalizedUnits } from '#server/solana/finalized-balances.ts';
import { mostSignatures } from '#server/solana/node-limits.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { readTokenEntries } from '#server/solana/token-chain.ts';
import type { Judgement } from './judge-address.ts';
import { judgePage } from './judge-page.ts';
import type { OpenedChain } from './open-chain.ts';
import type { AccountOnChain, Movement, Traced, TracedAccount } from './traced.ts';
import { sayLamports } from './words.ts';

const clock = { now: () => new Date() };
const lamportsOf = ({ lamports }: ChainEntry): bigint => lamports;
const unitsOf = ({ units }: TokenEntry): bigint => units;
const amountOf = ({ amount }: Movement): bigint => amount;

/** What the books say of a donation; null where there is none of that id. */
export async function readBooks(db: Database, donationId: string): Promise<Traced | null> {
  const donations = createDonationStore(db, clock, 0);
  const donation = await donations.find(donationId);
  if (donation === null) return null;
  const streamer = await createStreamerStore(db, clock).find(donation.userId);
  if (streamer === null) throw new Error('A donation has a streamer: the foreign key says so.');
  const transfers = await listTransfersOf(db, donationId);
  const { token } = donation;
  const accounts: TracedAccount[] = [
    {
      address: donation.address,
      say: sayLamports,
      movements: donation.entries.map(inLamports),
      transfers: transfers.filter(({ isToken }) => !isToken),
      chain: null,
    },
  ];
  if (token !== null)
    accounts.push({
      address: token.account,
      say: (units) => formatTokens(units, token),
      movements: token.entries.map(inUnits),
      transfers: transfers.filter(({ isToken }) => isToken),
      chain: null,
    });
  const alerts = await donations.listAlerts(donationId);
  return { donation, streamer, alerts, accounts, strays: [], silence: null };
}

function inLamports({ lamports, ...entry }: ChainEntry): Movement {
  return { ...entry, amount: lamports };
}

function inUnits({ units, ...entry }: TokenEntry): Movement {
  return { ...entry, amount: units, feeLamports: 0n };
}

/** The same with what the chain says now. Throws `Transient` when no node answers. */
export async function readChain(db: Database, opened: OpenedChain, books: Traced): Promise<Traced> {
  const { donation } = books;
  const accounts: TracedAccount[] = [];
  for (const account of books.accounts) {
    const told = isOfToken(account, donation)
      ? await readTokens(opened, account, { donation, lastError: await findTokenError(db, donation.id) })
      : await readAddress(db, opened, donation);
    accounts.push({ ...account, chain: told && { ...told, states: await readStates(opened, account) } });
  }
  const held = await listTokenAccounts(opened.client, donation.address as Address);
  const strays = held.filter(({ address, amount }) => amount > 0n && address !== donation.token?.account);
  return { ...books, accounts, strays };
}

/** Whether tokens lie there, not SOL. */
export function isOfToken(
  { address }: Pick<TracedAccount, 'address'>,
  { token }: Pick<Donation, 'token'>,
): boolean {
  return address === token?.account;
}

type Told = Omit<AccountOnChain, 'states'>;

async function readAddress(
  db: Database,
  { client, chain }: OpenedChain,
  { id, address, entries }: Donation,
): Promise<Told | null> {
  const rentMinimum = await client.rpc.getMinimumBalanceForRentExemption(0n).send();
  const history = await chain.readEntries(address, standingOf(entries, new Set(), lamportsOf));
  for await (const page of listDonationAddresses(db, { ids: [id] }))
    for (const { lamports, judgement } of await judgePage({ db, client, rentMinimum }, page))
      return {
        amount: lamports,
        lacking: lackedOf(history.entries.map(inLamports)),
        isExplained: history.isExplained,
        judgement,
      };
  return null;
}

async function readTokens(
  { client }: OpenedChain,
  account: TracedAccount,
  { donation, lastError }: { donation: Donation; lastError: string | null },
): Promise<Told> {
  const known = standingOf(donation.token?.entries ?? [], new Set(), unitsOf);
  const { entries, isExplained } = await readTokenEntries(client, account.address, { known });
  const there = sumOf(account.movements, amountOf);
  const readings = await readFinalizedUnits(client, [account.address as Address]);
  const amount = chainSays(readings, account.address, there);
  const judgement = judgeTokens(account, { there, amount, lastError });
  return { amount, lacking: lackedOf(entries.map(inUnits)), isExplained, judgement };
}

/** The rules of `judgeAddress`, without the fees that tokens do not pay. */
function judgeTokens(
  { movements, transfers, say }: TracedAccount,
  { there, amount, lastError }: { there: bigint; amount: bigint; lastError: string | null },
): Judgement {
  const isMoving =
    transfers.some(({ state }) => state === 'live') || movements.some((each) => !isSettled(each));
  if (isMoving) return { verdict: 'moving', reason: 'on its way' };
  if (there !== amount)
    return { verdict: 'differs', reason: `the books say ${say(there)}, the chain ${say(amount)}` };
  return there === 0n
    ? { verdict: 'right', reason: '' }
    : { verdict: 'waiting', reason: lastError ?? 'about to be moved' };
}

/** A transaction that only names an account changes nothing: of an address that is paid in a token the books leave it out. */
function lackedOf(entries: readonly Movement[]): Movement[] {
  return entries.filter(({ amount }) => amount !== 0n);
}

/** Where the newest transactions of an account and the transfers of it that are on their way stand. */
async function readStates(
  { chain }: OpenedChain,
  { movements, transfers }: TracedAccount,
): Promise<Map<string, SignatureState>> {
  const slots = new Map<string, SeenSignature>();
  for (const { signature } of transfers) slots.set(signature, { signature, slot: null });
  for (const { signature, slot, blockTime } of movements)
    slots.set(signature, { signature, slot, blockTime });
  const seen = [...slots.values()].slice(-mostSignatures);
  if (seen.length === 0) return new Map();
  const { states } = await chain.readSignatures(seen);
  return new Map(seen.map(({ signature }, index) => [signature, states[index] ?? 'unknown']));
}
