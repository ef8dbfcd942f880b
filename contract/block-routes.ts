import * as z from 'zod/mini';
import { block, blocked, donorBlock, newBlock } from './blocks.ts';
import { byId, type Route } from './route.ts';

/** The block list: what keeps donations off the stream. The money of a blocked donation goes its way as always. */
export const blockRoutes = {
  listBlocks: {
    method: 'GET',
    path: '/blocks',
    summary: 'The block list, newest first: wallets, names and words whose donations make no alert.',
    access: 'streamer',
    scopes: ['donations:read'],
    status: 200,
    reply: z.object({ data: z.array(block) }),
  },
  addBlock: {
    method: 'POST',
    path: '/blocks',
    summary:
      'Block a wallet, a name or a word. Alerts that it fits and that wait are taken away. At most 500 of each kind.',
    access: 'streamer',
    status: 200,
    body: newBlock,
    reply: blocked,
  },
  blockDonor: {
    method: 'POST',
    path: '/donations/:id/block-donor',
    summary: 'Block whoever made this donation, by the wallets that paid or by name.',
    access: 'streamer',
    status: 200,
    params: byId,
    body: donorBlock,
    reply: blocked,
  },
  blockAlertDonor: {
    method: 'POST',
    path: '/alerts/:id/block-donor',
    summary: 'The same for the donor of an alert.',
    access: 'desk',
    status: 200,
    params: byId,
    body: donorBlock,
    reply: blocked,
  },
  removeBlock: {
    method: 'POST',
    path: '/blocks/:id/remove',
    summary:
      'Take an entry off the list. `restore` puts alerts that it has taken away within the hour back where they were. Tools and moderators can take back what they have blocked themselves, for 10 minutes.',
    access: 'desk',
    status: 200,
    params: byId,
    body: z.object({ restore: z.optional(z.boolean()) }),
    reply: z.object({ restored: z.number() }),
  },
} as const satisfies Record<string, Route>;
