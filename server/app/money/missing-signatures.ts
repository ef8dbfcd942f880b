import type { SeenSignature, SignatureReading } from '#server/app/chain-ports.ts';

/**
 * What nodes lack may land again, and is not final so soon after they were asked: that takes 12.8 s, and half of it once slots
 * are half as long. By the process's own clock, because a process that stood still has nothing else to tell it so: slots that
 * it heard of are as old as the answer, and whatever it asked now could be as old again before it is recorded.
 */
export const missingBelievedMs = 6000;

/**
 * Those of what a node was asked for that it lacks, though its history holds the slot in which they were seen as final, or
 * that slot is one which nothing of their time can stand in: whoever named it would have them wait for ever.
 */
export function missingBy<S extends SeenSignature & { slot: bigint }>(
  { finalizedSlot, states, impossible }: SignatureReading,
  asked: readonly S[],
): S[] {
  return asked.filter(
    ({ signature, slot }, index) =>
      states[index] === 'missing' && (finalizedSlot > slot || impossible?.has(signature) === true),
  );
}
