import type { BlockKind } from '#contract/block-kinds.ts';
import type { DonationStatus, ListedDonation, SettledHow } from '#contract/donation.ts';
import type { PaidValue } from '#server/domain/donation.ts';
import type { ReceivedToken } from './token-ports.ts';

/** Which of a streamer's donations. An empty search and no status narrow nothing; the search is clean already. */
export interface DonationFilter {
  search: string;
  status: DonationStatus | null;
}

/** Which page of them. */
export interface DonationSearch extends DonationFilter {
  page: number;
  size: number;
}

/** A page of what was searched for. `counts` are of all donations, whatever the search. */
interface FoundDonations {
  data: ListedDonation[];
  found: number;
  counts: Record<DonationStatus, number>;
}

/** Paid donations of one day in the streamer's time zone; `date` is YYYY-MM-DD. */
interface DonationDayTotal {
  date: string;
  count: number;
  lamports: bigint;
}

/** Everything that the books say of a donation, for the streamer's own books. */
export interface ExportedDonation {
  id: string;
  createdAt: Date;
  paidAt: Date | null;
  donatorName: string;
  message: string;
  status: DonationStatus;
  receivedLamports: bigint;
  minLamports: bigint;
  askedLamports: bigint | null;
  hidesName: boolean;
  hidesAmount: boolean;
  late: boolean;
  address: string;
  /** Successful payments that the chain still has, oldest first. */
  paymentSignatures: string[];
  transferSignature: string | null;
  settledHow: SettledHow | null;
  /** What the payments were worth when they were made. */
  value: PaidValue | null;
  isBlocked: boolean;
  /** By which entry of the block list; null by hand. */
  blockKind: BlockKind | null;
  blockValue: string | null;
  /** When name and message were removed; the payments then are left out as well, because they name who paid. */
  textsRemovedAt: Date | null;
  /** What it is paid in; null: SOL. Signatures are of its payments. */
  token: ReceivedToken | null;
  tokenMinimumUnits: bigint | null;
}

/** Reading a streamer's donations, however many there are. Nothing here changes anything. */
export interface DonationReads {
  /** The newest donations, and how many there are in all. */
  list(userId: string, limit: number): Promise<{ data: ListedDonation[]; total: number }>;
  /** Of those that count as paid the last paid ones, and how many of them there are in all. */
  listPaid(userId: string, limit: number): Promise<{ data: ListedDonation[]; total: number }>;
  stats(userId: string): Promise<{ totalDonations: number; totalLamports: bigint; todayDonations: number }>;
  /** Newest first. Found is what holds the search in donor name or message, whatever the case, or has it for its id. */
  search(userId: string, wanted: DonationSearch): Promise<FoundDonations>;
  /** Paid donations by the day of their payment: so many days, the last one today, days without any included. */
  daily(userId: string, days: number): Promise<{ timeZone: string; days: DonationDayTotal[] }>;
  /** All of those wanted, newest first, some at a time. Nothing is read ahead, and nothing more once the reader stops. */
  readAll(userId: string, wanted: DonationFilter): AsyncIterable<ExportedDonation[]>;
}
