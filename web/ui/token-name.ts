import { shortAddress } from './format.ts';

/** By mint, because a symbol is whatever its operator types. */
const names: Readonly<Record<string, string>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v: 'USD Coin',
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 'USD Coin',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'Tether USD',
};

/** What stands beside a token's symbol: the name that everybody knows it by, otherwise both ends of its mint. */
export function tokenName(mint: string): string {
  return names[mint] ?? shortAddress(mint);
}
