/**
 * Blocks after its own in which a blockhash is valid at most. The network takes 150; twice as many keep this true should it
 * take more.
 */
export const mostBlocksValid = 300n;
/** How much further than was told last the chain may be: twenty seconds are 50 blocks, in a quick sandbox a thousand. */
const mostBlocksSince = 2700n;
/** What is signed by a blockhash that ends sooner than this would be too late anyway. */
const fewestBlocksLeft = 20n;

/**
 * Whether a blockhash may end with that height, where the chain had come to `newest` some seconds ago.
 *
 * Whoever says too high a one would have a transfer waited for that never lands, and nothing else moved meanwhile; too
 * low a one would have it given up before the others have come to its first block.
 */
export function mayEndAt(lastValidBlockHeight: bigint, newest: bigint): boolean {
  const left = lastValidBlockHeight - newest;
  return left >= fewestBlocksLeft && left <= mostBlocksSince + mostBlocksValid;
}
