/**
 * An address that was moved once, as far as the books know or were told, and what they say. Of a token account it is units
 * that stand as lamports.
 */
export interface LedgerAddress {
  donationId: string;
  address: string;
  /** What should be there by every transaction that the chain has not taken back. */
  lamports: bigint;
  /** A transaction is not final, a transfer is on its way, or a change waits to be recorded and does not do so for long. */
  isMoving: boolean;
}

/** Books and chain differ, or agree again. */
export interface LedgerFinding extends Pick<LedgerAddress, 'donationId' | 'address' | 'lamports'> {
  chainLamports: bigint;
}

/** The books as they are compared with the chain. */
export interface LedgerStore {
  /** Whether it is this process's turn: of those whose nodes answer, that of the one that lives longest. */
  isMyTurn(): Promise<boolean>;
  /** The next addresses in their own order, from the beginning for null. */
  listMoved(after: string | null, limit: number): Promise<LedgerAddress[]>;
  /** These addresses, as the books have them now. */
  findMoved(addresses: readonly string[]): Promise<LedgerAddress[]>;
  /** Addresses that were found to differ and not to agree since. */
  listDiffering(): Promise<string[]>;
  /** Stores that they differ. What is stored already stays: true only for news. */
  noteDiffers(finding: LedgerFinding): Promise<boolean>;
  noteAgrees(finding: LedgerFinding): Promise<boolean>;
}

/** What is on addresses for good. */
export interface LedgerChain {
  /**
   * By each of two nodes that keep up with the others, by one where no other one is there, or answers. Throws `Transient`
   * when none did.
   */
  readFinal(addresses: readonly string[]): Promise<FinalReading[]>;
}

/** What one node has on addresses for good; on those that it does not name, nothing. */
export type FinalReading = ReadonlyMap<string, bigint>;

/**
 * What the chain has on an address, to be compared with the books: what any node says that contradicts them. One that lies
 * says whatever it once made them believe.
 */
export function chainSays(readings: readonly FinalReading[], address: string, books: bigint): bigint {
  const told = readings.map((reading) => reading.get(address) ?? 0n);
  return told.find((amount) => amount !== books) ?? books;
}
