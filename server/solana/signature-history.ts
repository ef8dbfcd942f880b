import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { KnownHistory } from '#server/app/chain-ports.ts';

/** A transaction of an address's history. */
export interface ListedSignature {
  signature: Signature;
  /** Where the node has it. */
  slot: bigint;
  isFinalized: boolean;
}

/** What is known; it may still be on its way when the first page is asked for. */
export type Known = KnownHistory | Promise<KnownHistory>;

/** Signatures per page, as nodes give them, and the pages of one address that are walked for new ones at most. */
const pageSize = 1000;
const mostPages = 100;
/** Where what is known does not explain what lies there: a million transactions, which cost whoever made them 5 SOL. */
const mostPagesOnward = 1000;

/** What is known of an address, and what it is searched for. */
interface Search {
  known: Known;
  notBefore: bigint;
  limit: number;
  /** What lies there. */
  readAmount: () => Promise<bigint | undefined>;
}

/**
 * The oldest transactions of an address, at `confirmed`, that are not known yet: at most `limit`, oldest first.
 *
 * The whole history is walked and not only up to the first known one, because a known transaction (a sweep of ours)
 * may be newer than an unknown one. A full page of known ones ends the walk, and so do 100 pages, unless they bring nothing
 * and what is known does not explain what lies there: then it goes on. Somebody who sends dust makes it longer by one call
 * per 1,000 transactions, and pays 5,000 lamports for each of them. A node that has not reached the slot `notBefore` refuses,
 * and another one is asked.
 */
export async function listUnknown(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { known, notBefore, limit, readAmount }: Search,
): Promise<ListedSignature[]> {
  let oldest: ListedSignature[] = [];
  let pages = 0;
  let goesOn = false;
  for await (const page of pagesOf(rpc, address, { commitment: 'confirmed', minContextSlot: notBefore })) {
    pages += 1;
    const { signatures, sum } = await known;
    const unknown = page.filter((row) => !signatures.has(row.signature));
    const listed = unknown.map(({ signature, slot, confirmationStatus }) => ({
      signature,
      slot,
      isFinalized: confirmationStatus === 'finalized',
    }));
    oldest = [...oldest, ...listed].slice(-limit);
    const mayEnd = (unknown.length === 0 && page.length === pageSize) || pages === mostPages;
    if (mayEnd && !goesOn) {
      if (oldest.length > 0 || (await readAmount()) === sum) break;
      goesOn = true;
    }
    if (pages === mostPagesOnward) break;
  }
  return oldest.toReversed();
}

/**
 * Whether the finalized history of an address, as of a slot that the node must have reached, has a transaction.
 * All of it down to `oldestSlot` is searched, however long it is: 'no' lets a transfer be signed again.
 */
export async function isInFinalizedHistory(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  signature: Signature,
  { minContextSlot, oldestSlot }: { minContextSlot: bigint; oldestSlot: bigint },
): Promise<boolean> {
  for await (const page of pagesOf(rpc, address, { commitment: 'finalized', minContextSlot })) {
    if (page.some((row) => row.signature === signature)) return true;
    if (page.some((row) => row.slot < oldestSlot)) return false;
  }
  return false;
}

/** A page of the final history of an address, newest first, older than `before` and newer than `until`. */
export async function listFinal(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { before, until, limit }: { before: Signature | null; until: Signature | null; limit: number },
): Promise<Page> {
  const range = { ...(before !== null && { before }), ...(until !== null && { until }) };
  return await rpc.getSignaturesForAddress(address, { commitment: 'finalized', limit, ...range }).send();
}

type PageConfig = NonNullable<Parameters<SolanaRpcApi['getSignaturesForAddress']>[1]>;
type Page = ReturnType<SolanaRpcApi['getSignaturesForAddress']>;

/** Ten million transactions, which cost whoever made them 50 SOL. */
const mostPagesAtAll = 10_000;

/**
 * The history of an address, newest page first. Throws `Transient` at a page that does not go on below the one before, and
 * beyond any length that a history may have: a node that takes no notice of that, or makes one up, would be asked for ever.
 */
async function* pagesOf(rpc: Rpc<SolanaRpcApi>, address: Address, config: PageConfig): AsyncGenerator<Page> {
  let last: Page[number] | undefined;
  for (let pages = 0; pages < mostPagesAtAll; pages += 1) {
    const before = last?.signature;
    const page = await rpc
      .getSignaturesForAddress(address, { ...config, limit: pageSize, ...(before && { before }) })
      .send();
    if (last !== undefined && !isBelow(page, last))
      throw new Transient('The node’s history does not go on below what was asked for');
    yield page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
  throw new Transient('The node’s history of an address has no end');
}

function isBelow(page: Page, { signature, slot }: Page[number]): boolean {
  return page.every((row) => row.signature !== signature && row.slot <= slot);
}
