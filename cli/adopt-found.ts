import { randomBytes, randomInt } from 'node:crypto';
import { emptyHistory } from '#server/app/chain-ports.ts';
import { newDonationCode, newWidgetCode } from '#server/app/donations/link-codes.ts';
import { createPasswordHasher } from '#server/app/accounts/password-hasher.ts';
import type { OwnedAddress } from '#server/app/sweep-ports.ts';
import { balanceLamports, type Donation, type KeyPath } from '#server/domain/donation.ts';
import type { LostOwner } from '#server/postgres/donations/recovered-owners.ts';
import type { RecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { FoundAddress } from '#server/solana/scan-addresses.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { readOn } from './read-on.ts';
import type { Unmoved } from './sweep-everything.ts';
import { withPatience } from './with-patience.ts';

/** A username has so many characters at most. */
const nameLength = 20;
/** Addresses that are entered together, and batches that are read side by side. */
const batchSize = 16;
const sideBySide = 3;

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
 * Repeating it changes nothing. Returns what was entered now, and the addresses of whose money the node has no history.
 */
export async function adoptFound(
  needs: AdoptNeeds,
  found: { deposits: readonly FoundAddress[]; wallets: readonly FoundAddress[] },
  onProgress: (done: number) => void,
): Promise<{ accounts: number; entered: FoundAddress[]; unexplained: Unmoved[] }> {
  const known = await needs.store.listOwners();
  const owners = new Map(known.map(({ id, wallet }) => [keyOf(wallet), id]));
  const accounts = await createMissingOwners(needs, found, owners);
  const entered: FoundAddress[] = [];
  const unexplained: Unmoved[] = [];
  const batches = batchesOf(found.deposits).values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const deposits of batches) {
      const ofBatch = deposits.map((deposit) => ({
        ...deposit,
        userId: owners.get(keyOf(needs.ownerOf(deposit.path))) ?? '',
      }));
      for (const address of await withPatience(() => adoptBatch(needs, ofBatch, entered))) {
        unexplained.push({
          address,
          reason:
            'the node does not know how the money came there: use one with full history (SOLANA_RPC_URL)',
        });
      }
      onProgress((done += deposits.length));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return { accounts, entered, unexplained };
}

function batchesOf(deposits: readonly FoundAddress[]): FoundAddress[][] {
  return Array.from({ length: Math.ceil(deposits.length / batchSize) }, (_, nth) =>
    deposits.slice(nth * batchSize, (nth + 1) * batchSize),
  );
}

type Found = Parameters<typeof adoptFound>[1];

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
  const highest = [...taken, ...wallets.map(({ user }) => user)].reduce(
    (most, user) => Math.max(most, user),
    0,
  );
  // The same for all: nobody knows its password.
  const passwordHash = await createPasswordHasher().hash(randomBytes(32).toString('hex'));
  for (const wallet of missing.toSorted((a, b) => b.epoch - a.epoch || a.user - b.user)) {
    const isTaken = taken.has(wallet.user);
    // The books know one wallet per number. The money goes to the wallet that was found all the same.
    const ofBooks = isTaken ? { ...wallet, user: await store.drawKeyUser(highest) } : wallet;
    const id = await createOwner(store, wallet, {
      passwordHash,
      wallet: await addressOf(vault, ofBooks),
      found: isTaken ? await addressOf(vault, wallet) : null,
      donationCode: newDonationCode(),
      widgetCode: newWidgetCode(),
    });
    taken.add(ofBooks.user);
    owners.set(keyOf(wallet), id);
  }
  await store.raiseKeyUsers();
  return missing.length;
}

/** Names it for the wallet that was found; where somebody has that name, with an ending that nobody has. */
async function createOwner(
  store: RecoveryStore,
  found: KeyPath,
  lost: Omit<LostOwner, 'username'>,
): Promise<string> {
  for (let ending = ''; ; ending = `-${randomInt(36 ** 4).toString(36)}`) {
    const id = await store.createOwner({ ...lost, username: nameOf(found, ending) });
    if (id !== null) return id;
  }
}

async function addressOf(vault: SigningVault, path: KeyPath): Promise<OwnedAddress> {
  return { path, address: await vault.addressOf(path) };
}

function walletsOf(found: Found, ownerOf: AdoptNeeds['ownerOf']): KeyPath[] {
  const wallets = [...found.wallets, ...found.deposits].map(({ path }) => ownerOf(path));
  return [...new Map(wallets.map((wallet) => [keyOf(wallet), wallet])).values()];
}

/** The numbers are kept whole: where they need more room, the word has less. */
function nameOf({ epoch, user }: KeyPath, ending: string): string {
  const numbers = `-${epoch}-${user}${ending}`;
  return 'recovered'.slice(0, nameLength - numbers.length) + numbers;
}

/**
 * Returns the addresses of whose money the node has no history. Repeating it enters only what is not entered yet, and adds it
 * to `entered`.
 */
async function adoptBatch(
  { ports, store }: AdoptNeeds,
  deposits: readonly (FoundAddress & { userId: string })[],
  entered: FoundAddress[],
): Promise<string[]> {
  const inBooks = await store.listEntered(deposits.map(({ address }) => address));
  const read = await Promise.all(
    deposits
      .filter(({ address }) => !inBooks.has(address))
      .map(async (deposit) => ({
        ...deposit,
        entries: (await ports.chain.readEntries(deposit.address, emptyHistory)).entries,
      })),
  );
  const explained = read.filter(({ entries }) => entries.length > 0);
  const made = explained.length > 0 ? await store.enterDonations(explained, ports.clock.now()) : [];
  entered.push(...deposits.filter((deposit) => made.some(({ address }) => address === deposit.address)));
  const whole = new Set(made.filter((donation) => isWhole(donation, deposits)).map(({ address }) => address));
  for (const { address } of deposits) {
    if (whole.has(address)) continue;
    const donation = await ports.donations.findByAddress(address);
    if (donation !== null) await readOn(ports, donation);
  }
  return read.filter(({ entries }) => entries.length === 0).map(({ address }) => address);
}

/** Whether its entries are all that lies there: more than one reading's worth comes in parts. */
function isWhole(donation: Donation, deposits: readonly FoundAddress[]): boolean {
  return deposits.some(
    ({ address, lamports }) => address === donation.address && lamports === balanceLamports(donation),
  );
}

function keyOf({ user, epoch }: KeyPath): string {
  return `${epoch} ${user}`;
}
