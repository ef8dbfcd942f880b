import type { PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Clock } from '#server/app/ports.ts';
import type { ReadPrice } from '#server/domain/fiat/judge-price.ts';
import type { ChangeHearing } from './change-hearing.ts';
import { createReadMemory, type ReadMemory } from './read-memory.ts';

/** What a link opens; no page for one that is switched off or suspended. */
export interface RememberedPage {
  page: RouteReply<'donationPage'> | null;
  /** The public code, whichever was asked for. */
  donationCode: string;
}

/** What this process remembers of what donors' pages ask for all the time. Nothing about money is decided by it. */
export interface ReadMemories {
  /** By the donation's id. */
  donations: ReadMemory<PublicDonation>;
  /** By the code of the link. */
  pages: ReadMemory<RememberedPage>;
  /** By the currency; null while no price in it was ever read. */
  prices: ReadMemory<{ price: ReadPrice | null }>;
}

/** As many as one process can answer, polled every 5 s; some 1.5 KB each. */
const mostDonations = 20_000;
const mostPages = 20_000;

/** Opens the memories of a process, empty. They are as good as its hearing. */
export function createReadMemories(hearing: ChangeHearing, clock: Clock): ReadMemories {
  return {
    donations: createReadMemory(hearing, { most: mostDonations, clock }),
    pages: createReadMemory(hearing, { most: mostPages, clock }),
    prices: createReadMemory(hearing, { most: 1, clock }),
  };
}
