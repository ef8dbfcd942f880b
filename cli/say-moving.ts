import type { Judged } from './judge-page.ts';
import { sayCount, sayLamports } from './words.ts';

const mostNamed = 3;

/** An address, whose it is, and what lies there. */
export function sayAddress({ donation, lamports }: Omit<Judged, 'judgement'>): string {
  return `  ${donation.address}  ${donation.username}  ${sayLamports(lamports)}`;
}

/** How many addresses have money on its way: thousands may. What is stuck is among the oldest, which are named. */
export function sayMoving(moving: readonly Omit<Judged, 'judgement'>[]): string[] {
  if (moving.length === 0) return [];
  const oldest = moving
    .toSorted((a, b) => Number(a.donation.createdAt) - Number(b.donation.createdAt))
    .slice(0, mostNamed);
  return [
    `${sayCount(moving.length, 'address has', 'addresses have')} money on its way that is not final yet; the oldest:`,
    ...oldest.map((one) => `${sayAddress(one)}  of ${one.donation.createdAt.toISOString()}`),
  ];
}
