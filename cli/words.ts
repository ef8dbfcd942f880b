import { lamportsToSolString } from '#contract/lamports.ts';

/** An amount for a person, exact to the lamport: 1234.5 SOL. */
export function sayLamports(lamports: bigint): string {
  return `${lamportsToSolString(lamports)} SOL`;
}

/** A number of things: 1 address, 1,234 addresses. */
export function sayCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** An amount of data: 4.2 kB, 1.5 MB. */
export function saySize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A length of time since a moment of `performance.now()`. */
export function saySince(start: number): string {
  const seconds = (performance.now() - start) / 1000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

/** A moment, to the second: 2026-11-30T12:00:00Z. */
export function sayTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** Lines of a list, at most so many; the rest is counted. */
export function firstOf(lines: readonly string[], limit = 50): string[] {
  const rest = lines.length - limit;
  return rest > 0 ? [...lines.slice(0, limit), `  … and ${rest.toLocaleString('en')} more`] : [...lines];
}
