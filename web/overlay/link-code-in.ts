/** The code in `/widget/{linkCode}`; null for a kind of widget that does not exist, which shows nothing. */
export function linkCodeIn(path: string): string | null {
  return /^\/widget\/([^/]*)\/?$/.exec(path)?.[1] ?? null;
}
