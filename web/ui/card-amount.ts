/**
 * SOL as `formatSol` writes it, six decimals cut off and never rounded up, from the number that an alert carries.
 *
 * Without the lamports between: their code would be a quarter of a kilobyte more in OBS.
 */
export function cardAmount(sol: number): string {
  return `${sol.toFixed(9).slice(0, -3)} SOL`;
}
