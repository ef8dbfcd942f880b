/** What a client is counted by: its network, its account, token or name, and everybody together. */
export const limitParts = ['address', 'account', 'all'] as const;
export type LimitPart = (typeof limitParts)[number];

/** At most `max` calls in each window of `windowMs`. Windows are fixed: they end at full multiples of their length. */
export interface Limit {
  max: number;
  windowMs: number;
}

/** Calls where every single one counts. One statement counts them for all processes at once. */
export const exactGroups = [
  'register',
  'login',
  'exportKey',
  'upload',
  'pay',
  'checkAgain',
  'linkChat',
] as const;
export type ExactGroup = (typeof exactGroups)[number];

/**
 * Calls that come all the time, and new donations, which exact caps on open ones hold for each link and address:
 * counted in memory, and told to the other processes about once a second.
 */
export const frequentGroups = [
  'createDonation',
  'read',
  'write',
  'handshake',
  'lookUp',
  'connect',
  'event',
] as const;
export type FrequentGroup = (typeof frequentGroups)[number];

/**
 * Calls that share a budget: those of the contract, connections of sockets, before and after it is known whose they
 * are, and their events.
 */
export type LimitGroup = ExactGroup | FrequentGroup;
export const limitGroups: readonly LimitGroup[] = [...exactGroups, ...frequentGroups];

/** The limits of every group. A part that a group does not have is not counted there. */
export type Limits = Record<LimitGroup, Partial<Record<LimitPart, Limit>>>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What an installation on the internet starts with. Donors' pages poll every 5 s, and a whole venue may share one address. */
export const publicLimits = {
  register: { address: { max: 10, windowMs: hour }, all: { max: 1000, windowMs: hour } },
  login: {
    address: { max: 20, windowMs: 5 * minute },
    account: { max: 20, windowMs: 5 * minute },
    all: { max: 2000, windowMs: 5 * minute },
  },
  exportKey: {
    address: { max: 30, windowMs: hour },
    account: { max: 10, windowMs: hour },
    all: { max: 1000, windowMs: hour },
  },
  createDonation: { address: { max: 20, windowMs: minute }, all: { max: 3000, windowMs: minute } },
  upload: { address: { max: 20, windowMs: minute }, all: { max: 1200, windowMs: minute } },
  pay: { address: { max: 20, windowMs: minute }, all: { max: 3000, windowMs: minute } },
  checkAgain: { address: { max: 20, windowMs: minute }, all: { max: 3000, windowMs: minute } },
  // Each asks Discord or Twitch, which shut out an address that asks too often for what is not there.
  linkChat: {
    address: { max: 60, windowMs: hour },
    account: { max: 10, windowMs: hour },
    all: { max: 1000, windowMs: hour },
  },
  read: {
    address: { max: 1200, windowMs: minute },
    account: { max: 1200, windowMs: minute },
    all: { max: 600_000, windowMs: minute },
  },
  write: {
    address: { max: 120, windowMs: minute },
    account: { max: 120, windowMs: minute },
    all: { max: 30_000, windowMs: minute },
  },
  handshake: { address: { max: 120, windowMs: minute } },
  // All overlays and dashboards behind one address come back together after a restart.
  lookUp: { address: { max: 6000, windowMs: minute } },
  connect: {
    address: { max: 1200, windowMs: minute },
    account: { max: 300, windowMs: minute },
    all: { max: 60_000, windowMs: minute },
  },
  event: {
    address: { max: 3000, windowMs: minute },
    account: { max: 1200, windowMs: minute },
    all: { max: 300_000, windowMs: minute },
  },
} as const satisfies Limits;

/** While only this machine can come, trying it out with many accounts is not punished. Keys stay as guarded as ever. */
const generosity = 1000;

/**
 * The networks of one IPv6 /48 together may do as much as so many of them: else somebody with a single line could use up
 * what everybody has together. Phones share one, each with a network of its own.
 */
export const widerFactor = 16;

/** How much of what everybody may hold together one /48 may, whatever sixteen of its networks may. */
const largestShare = 1 / 4;

/** What the networks of one /48 may hold at the same time, of which each may hold `most`, and everybody together `inAll`. */
export function mostAround(most: number, inAll: number): number {
  return Math.max(most, Math.min(most * widerFactor, inAll * largestShare));
}

/** How often a limit may be reached by a caller who is treated generously. */
export function mostOf(group: LimitGroup, limit: Limit, isGenerous: boolean): number {
  return isGenerous && group !== 'exportKey' ? limit.max * generosity : limit.max;
}
