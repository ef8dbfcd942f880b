import { Transient } from '#server/app/outside.ts';

/**
 * Waits for what a start asks of the chain. Throws with a sentence for the operator where no node answers, and everything
 * else as it is.
 */
export async function needNode<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (cause) {
    if (!(cause instanceof Transient)) throw cause;
    throw new Error(
      `No node of SOLANA_RPC_URL (for a sandbox: SANDBOX_URL) answers: the start needs one. Is the address right? (${cause.message})`,
      { cause },
    );
  }
}
