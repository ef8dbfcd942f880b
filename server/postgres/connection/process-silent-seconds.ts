/**
 * A process that was silent this long is dead: what it watched and showed does not count. It renews its row every
 * second, and gives up its own sockets before that time is over (`process-row.ts`).
 */
export const processSilentSeconds = 6;
