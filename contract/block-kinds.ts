import * as z from 'zod/mini';

/** What can be blocked: a paying wallet, a donor's whole name, or a word or phrase in name or message. */
export const blockKinds = ['wallet', 'name', 'word'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Which entry keeps a donation off the stream, as it stood in the list then. */
export const blockedFor = z.object({ id: z.string(), kind: z.enum(blockKinds), value: z.string() });
