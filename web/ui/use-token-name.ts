import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { shortAddress } from './format.ts';

/** By mint, because a symbol is whatever its operator typed. */
const known = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v: 'usdc',
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 'usdc',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'usdt',
} as const;

/** What stands beside a token's symbol: the name that everybody knows it by, otherwise both ends of its mint. */
export function useTokenName(mint: string): string {
  const { sandbox } = useConfig();
  const names = texts('common').tokenNames;
  if (Object.hasOwn(known, mint)) return names[known[mint as keyof typeof known]];
  return sandbox ? names.ofSandbox : shortAddress(mint);
}
