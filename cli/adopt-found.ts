import { randomBytes } from 'node:crypto';
import { newDonationCode, newWidgetCode } from '#server/app/link-codes.ts';
import { createPasswordHasher } from '#server/app/password-hasher.ts';
import { recordPayment } from '#server/app/record-payment.ts';
import { applyEntries, applyShown, type KeyPath } from '#server/domain/donation.ts';
import type { RecoveryStore } from '#server/postgres/recovery-store.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { FoundAddress } from '#server/solana/scan-addresses.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import type { Unmoved } from './sweep-everything.ts';

const sideBySide = 6;

/** What adopting needs, and whom a path belongs to. */
export interface AdoptNeeds {
  ports: LedgerPorts;
  store: RecoveryStore;
  vault: SigningVault;
  ownerOf: (path: KeyPath) => KeyPath;
}

/**
 * Brings what was found on the chain into the books: an account for each streamer that they lack, a donation for each
 * address, and its transactions, so that the server's own rules then move the money. The alerts are settled at once.
 *
 * Repeating it changes nothing. Returns the addresses of whose money the node has no history.
 */
export async function adoptFound(
  needs: AdoptNeeds,
  found: { deposits: readonly FoundAddress[]; wallets: readonly FoundAddress[] },
  onProgress: (done: number) => void,
): Promise<{ accounts: number; unexplained: Unmoved[] }> {
  const owners = await findOwners(needs, found);
  const accounts = await createMissingOwners(needs, found, owners);
  const unexplained: Unmoved[] = [];
  const queue = found.deposits.values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const deposit of queue) {
      const isAdopted = await adoptDeposit(
        needs,
        deposit,
        owners.get(keyOf(needs.ownerOf(deposit.path))) ?? '',
      );
      if (!isAdopted) {
        unexplained.push({
          address: deposit.address,
          reason:
            'the node does not know how the money came there: use one with full history (SOLANA_RPC_URL)',
        });
      }
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return { accounts, unexplained };
}

type Found = Parameters<typeof adoptFound>[1];

/** The accounts of the books by the wallet that their money belongs to. */
async function findOwners({ store, vault, ownerOf }: AdoptNeeds, found: Found): Promise<Map<string, string>> {
  const known = await store.listOwners();
  const owners = new Map(known.map((owner) => [keyOf(owner.wallet), owner.id]));
  // Accounts that an earlier run made for a wallet whose key number was taken.
  for (const wallet of walletsOf(found, ownerOf)) {
    const made = known.find(({ username }) => username === nameOf(wallet));
    if (made === undefined || owners.has(keyOf(wallet))) continue;
    if (made.payoutAddress === (await vault.addressOf(wallet))) owners.set(keyOf(wallet), made.id);
  }
  return owners;
}

/** The newest epoch first: it keeps its key numbers where two databases counted from the same one. */
async function createMissingOwners(
  { store, vault, ownerOf }: AdoptNeeds,
  found: Found,
  owners: Map<string, string>,
): Promise<number> {
  const wallets = walletsOf(found, ownerOf);
  const missing = wallets.filter((wallet) => !owners.has(keyOf(wallet)));
  if (missing.length === 0) return 0;
  const taken = new Set((await store.listOwners()).map(({ wallet }) => wallet.user));
  const highest = Math.max(...taken, ...wallets.map(({ user }) => user));
  // The same for all: nobody knows its password.
  const passwordHash = await createPasswordHasher().hash(randomBytes(32).toString('hex'));
  for (const wallet of missing.toSorted((a, b) => b.epoch - a.epoch || a.user - b.user)) {
    const isTaken = taken.has(wallet.user);
    // The books know one wallet per number. The money goes to the wallet that was found all the same.
    const ofBooks = isTaken ? { ...wallet, user: await store.drawKeyUser(highest) } : wallet;
    const id = await store.createOwner({
      username: nameOf(wallet),
      passwordHash,
      wallet: ofBooks,
      walletAddress: await vault.addressOf(ofBooks),
      payoutAddress: isTaken ? await vault.addressOf(wallet) : null,
      donationCode: newDonationCode(),
      widgetCode: newWidgetCode(),
    });
    taken.add(ofBooks.user);
    owners.set(keyOf(wallet), id);
  }
  await store.raiseKeyUsers();
  return missing.length;
}

function walletsOf(found: Found, ownerOf: AdoptNeeds['ownerOf']): KeyPath[] {
  const wallets = [...found.wallets, ...found.deposits].map(({ path }) => ownerOf(path));
  return [...new Map(wallets.map((wallet) => [keyOf(wallet), wallet])).values()];
}

function nameOf(wallet: KeyPath): string {
  return `recovered-${wallet.epoch}-${wallet.user}`;
}

async function adoptDeposit(
  { ports, store }: AdoptNeeds,
  { path, address }: FoundAddress,
  userId: string,
): Promise<boolean> {
  const entries = await ports.chain.readEntries(address, new Set());
  const first = entries.reduce<Date | null>(
    (earliest, { blockTime }) => (earliest === null || blockTime < earliest ? blockTime : earliest),
    null,
  );
  if (first === null) return false;
  const id = await store.createDonation({ userId, path, address, firstPaidAt: first });
  if (id === null) return true;
  const now = ports.clock.now();
  let recorded = await ports.donations.change(id, (donation) => {
    const entered = applyEntries(donation, entries, now);
    return entered.paidAt === null ? entered : applyShown(entered, 'dismissed', now);
  });
  // A long history comes in parts.
  for (;;) {
    const next = await recordPayment(ports, id);
    if (next === null || next.entries.length === recorded.entries.length) return true;
    recorded = next;
  }
}

function keyOf({ user, epoch }: KeyPath): string {
  return `${epoch} ${user}`;
}
