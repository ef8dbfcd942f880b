import { z } from 'zod';

const slotNumber = z.number().int().nonnegative();
const answer = z.object({ id: z.number(), result: z.number().optional() });
const accountNotification = z.object({
  method: z.literal('accountNotification'),
  params: z.object({
    subscription: z.number(),
    result: z.object({ context: z.object({ slot: slotNumber }) }),
  }),
});
const slotNotification = z.object({
  method: z.literal('slotNotification'),
  // Whatever else is in it, it says that the node is alive.
  params: z
    .object({ result: z.object({ root: slotNumber }) })
    .optional()
    .catch(undefined),
});
const message = z.union([accountNotification, slotNotification, answer]);

/** What a node says over its WebSocket, as far as we listen. */
export type PubsubMessage =
  | { kind: 'subscribed'; id: number; subscription: number }
  | { kind: 'refused'; id: number }
  | { kind: 'change'; subscription: number; slot: bigint }
  /** `root`: up to where the chain is final as the node sees it. */
  | { kind: 'slot'; root: bigint | null }
  | { kind: 'other' };

/** Reads a message. Whatever is not understood is `other`: a feed is a hint, and no mangled message may end it. */
export function readPubsubMessage(text: string): PubsubMessage {
  const { data } = message.safeParse(parseJson(text));
  if (data === undefined) return { kind: 'other' };
  if ('id' in data) {
    const { id, result } = data;
    return result === undefined ? { kind: 'refused', id } : { kind: 'subscribed', id, subscription: result };
  }
  if (data.method === 'slotNotification') {
    const root = data.params?.result.root;
    return { kind: 'slot', root: root === undefined ? null : BigInt(root) };
  }
  const { subscription, result } = data.params;
  return { kind: 'change', subscription, slot: BigInt(result.context.slot) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
