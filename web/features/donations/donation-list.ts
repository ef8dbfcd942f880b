import {
  type DonationStatus,
  donationStatuses,
  type ListedDonation,
  paidStatuses,
} from '#contract/donation.ts';
import { cleanDonorText } from '#contract/donor-text.ts';
import type { KnownDonation } from '#web/lib/keep-donation.ts';
import { hasCome } from '#web/ui/amount.tsx';

/** Offered page sizes (spec §5). */
export const pageSizes = [10, 20, 50, 100] as const;

/** The page size at the start. */
export const defaultPageSize = 20;

/** What the list is narrowed to. An empty search and 'ALL' narrow nothing. */
export interface DonationFilter {
  search: string;
  status: DonationStatus | 'ALL';
}

/**
 * Donations whose donor name or message holds the search text, whatever the case, or whose id it is, and whose status
 * fits. What is typed is cleaned like what donors typed; the server searches by the same rule.
 */
export function filterDonations(
  donations: readonly ListedDonation[],
  filter: DonationFilter,
): readonly ListedDonation[] {
  const text = cleanDonorText(filter.search).toLowerCase();
  return donations.filter(
    (donation) =>
      (filter.status === 'ALL' || donation.status === filter.status) &&
      (text === '' ||
        donation.id === text ||
        donation.donatorName.toLowerCase().includes(text) ||
        donation.message.toLowerCase().includes(text)),
  );
}

/** A filter in the words of the server's calls; what narrows nothing is left out. */
export function filterQuery({ search, status }: DonationFilter): {
  search?: string;
  status?: DonationStatus;
} {
  return { ...(search !== '' && { search }), ...(status !== 'ALL' && { status }) };
}

/** How many donations stand at each status, every status named. */
export function countByStatus(donations: readonly ListedDonation[]): Record<DonationStatus, number> {
  const counts = Object.fromEntries(donationStatuses.map((status) => [status, 0])) as Record<
    DonationStatus,
    number
  >;
  for (const donation of donations) counts[donation.status] += 1;
  return counts;
}

/** One page of a list. `from` and `to` count from 1 and are 0 on an empty page. */
export interface Page<T> {
  items: readonly T[];
  from: number;
  to: number;
  page: number;
  pages: number;
}

/** Cuts a page out; the size is kept within 1–100 and the page at 1 or more (spec §5). A page past the end is empty. */
export function pageOf<T>(items: readonly T[], page: number, size: number): Page<T> {
  const perPage = Math.min(100, Math.max(1, Math.trunc(size) || defaultPageSize));
  const current = Math.max(1, Math.trunc(page) || 1);
  const start = (current - 1) * perPage;
  return pageFrom(items.slice(start, start + perPage), { page: current, size: perPage, found: items.length });
}

/** A page that has been cut out already, of a list with so many items. */
export function pageFrom<T>(
  items: readonly T[],
  { page, size, found }: { page: number; size: number; found: number },
): Page<T> {
  const start = (page - 1) * size;
  return {
    items,
    from: items.length === 0 ? 0 : start + 1,
    to: items.length === 0 ? 0 : start + items.length,
    page,
    pages: Math.ceil(found / size),
  };
}

/** Page numbers around the current one, within 2, first and last always; 'gap' stands for an ellipsis (spec §9). */
export function pageNumbers(page: number, pages: number): (number | 'gap')[] {
  const numbers: (number | 'gap')[] = [];
  let before = 0;
  for (let number = 1; number <= pages; number++) {
    if (number !== 1 && number !== pages && Math.abs(number - page) > 2) continue;
    if (number > before + 1) numbers.push('gap');
    numbers.push(number);
    before = number;
  }
  return numbers;
}

/**
 * 'Mark as Shown' is offered for a received donation whose alert is not settled (spec §4). It waits until the list has said
 * what that alert waits for: one that waits for approval is asked about first.
 */
export function canBeMarkedShown({
  status,
  isShown,
  isOnlyTold,
}: Pick<KnownDonation, 'status' | 'isShown' | 'isOnlyTold'>): boolean {
  return status === 'RECEIVED' && !isShown && isOnlyTold !== true;
}

/**
 * The alert of a donation while it waits for a person; null where it does not, where that is not known, and where news of
 * the donation say that it is over before the list has been read again.
 */
export function waitingOf({
  waiting,
  isShown,
  status,
}: Pick<ListedDonation, 'waiting' | 'isShown' | 'status'>): NonNullable<ListedDonation['waiting']> | null {
  return isShown || status === 'FAILED' ? null : (waiting ?? null);
}

/** As what a donation is played: from the tray, a part of its money, or once more. */
export type Playing = 'tray' | 'part' | 'again';

/**
 * As what a donation can be played: from the tray, as what expired with a part of its money ('Play'), or once more what is
 * settled ('Replay'). Null: not at all; one that is blocked only once it is allowed again.
 */
export function playingOf(donation: ListedDonation): Playing | null {
  if (donation.isBlocked) return null;
  if (waitingOf(donation)?.waitsFor === 'play') return 'tray';
  if (donation.status === 'EXPIRED') return hasCome(donation) ? 'part' : null;
  return donation.isShown && paidStatuses.includes(donation.status) ? 'again' : null;
}

/** What is said of an alert beside its donation's status. */
export type AlertNote = 'approval' | 'play' | 'rejected' | 'dismissed' | 'skipped';

/** What the alert waits for, or that it ended without having been shown to its end; what is blocked has words of its own. */
export function alertNote(donation: ListedDonation): AlertNote | null {
  const { isBlocked, settledHow } = donation;
  if (isBlocked) return null;
  if (settledHow === 'rejected' || settledHow === 'dismissed' || settledHow === 'skipped') return settledHow;
  return waitingOf(donation)?.waitsFor ?? null;
}

/**
 * What is said of a donation's block beside its status: 'only' in its place where the alert was settled without being
 * shown, 'again' where it had been on stream before.
 */
export function blockWords(
  donation: Pick<ListedDonation, 'status' | 'isBlocked' | 'settledHow'>,
): 'none' | 'beside' | 'only' | 'again' {
  if (!donation.isBlocked) return 'none';
  if (donation.settledHow === 'overlay') return 'again';
  return donation.status === 'SHOWN' ? 'only' : 'beside';
}

/** 'Never show' is offered until the alert is settled; an expired donation may still be paid and shown. */
export function canBeBlocked(donation: Pick<ListedDonation, 'status' | 'isShown' | 'isBlocked'>): boolean {
  return !donation.isBlocked && !donation.isShown && donation.status !== 'FAILED';
}

/** 'Block donor' is offered once money came: before, nobody knows whose it is. Not where the list has them already. */
export function hasDonorToBlock(
  donation: Pick<ListedDonation, 'amount' | 'token' | 'isBlocked' | 'blockedFor'>,
): boolean {
  return hasCome(donation) && !(donation.isBlocked && donation.blockedFor !== null);
}
