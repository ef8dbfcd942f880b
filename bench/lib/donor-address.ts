/** The network address of donor `n`, told by X-Forwarded-For: limits and caps take each for somebody else. */
export function donorAddress(n: number): string {
  return `10.${[16, 8, 0].map((bits) => (n >> bits) & 255).join('.')}`;
}
