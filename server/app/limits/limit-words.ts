/** What a person reads whose budget is used up. */
export function limitWords(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `That was too often. Please try again in ${wait}.`;
}
