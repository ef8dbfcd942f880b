import * as z from 'zod/mini';
import { createdDonation, donationState, newDonation, publicDonation } from './donation.ts';
import { solPrice } from './fiat.ts';
import { byId, id, type Route } from './route.ts';
import { offeredToken, tokenAmount } from './tokens.ts';

const byLink = z.object({ linkCode: id });

/** Network facts that pre-built pages cannot know. */
const publicConfig = z.object({
  network: z.enum(['devnet', 'testnet', 'mainnet']),
  networkLabel: z.string(),
  sandbox: z.boolean(),
  explorerUrl: z.nullable(z.string()),
  socialUrl: z.nullable(z.string()),
  publicUrl: z.string(),
  /** The currency that amounts are shown in beside SOL, ISO 4217; null: in none. */
  fiatCurrency: z.nullable(z.string()),
  /** Who runs this installation and how to reach them; null: nobody is named. */
  operator: z.object({ name: z.nullable(z.string()), contact: z.nullable(z.string()) }),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** What a donor's page calls. */
export const donationRoutes = {
  donationPage: {
    method: 'GET',
    path: '/donations/page/:linkCode',
    summary: 'What a donation page shows before a donation is created.',
    access: 'anyone',
    status: 200,
    params: byLink,
    reply: z.object({
      streamerName: z.string(),
      minDonationAmount: z.number(),
      /** Whether this server takes clips. */
      acceptsClips: z.boolean(),
      /** Clips are heard from this amount on; null for all. */
      clipMinimumAmount: z.nullable(z.number()),
      /** True when the streamer looks at messages before they are shown. */
      isModerated: z.boolean(),
      /** True when every donation is looked at first. Older servers do not say. */
      approvesFirst: z.optional(z.boolean()),
      /** SOL, smallest first: amounts that the streamer offers, none below the minimum. Older servers do not say. */
      presetAmounts: z.optional(z.array(z.number())),
      /** Where the streamer says that they can be seen, as whole https addresses; nobody has checked that. */
      channels: z.optional(z.array(z.string())),
      /** Tokens that the streamer takes beside SOL; left out where there are none. */
      tokens: z.optional(z.array(offeredToken)),
    }),
  },
  createDonation: {
    method: 'POST',
    path: '/donations',
    summary:
      'Create a donation and get the temporary address to pay to. Repeating it makes another one: pay one of them alone; what nobody pays expires and is in no total.',
    access: 'anyone',
    status: 201,
    begins: true,
    body: newDonation,
    reply: createdDonation,
  },
  donationStatus: {
    method: 'GET',
    path: '/donations/status/:id',
    summary: 'Status and amount so far.',
    access: 'anyone',
    status: 200,
    params: byId,
    reply: donationState,
  },
  publicDonation: {
    method: 'GET',
    path: '/donations/public/:id',
    summary: 'All that a donor’s page needs to be opened again.',
    access: 'anyone',
    status: 200,
    params: byId,
    reply: publicDonation,
  },
  lookForPayment: {
    method: 'POST',
    path: '/donations/:id/look',
    summary: 'Have the address of a donation read within seconds; tells when. Repeating it changes nothing.',
    access: 'anyone',
    status: 200,
    params: byId,
    reply: z.object({ readAt: z.string() }),
  },
  uploadAudio: {
    method: 'POST',
    path: '/files/audio/upload',
    summary: 'Upload a clip for a donation (field audio).',
    access: 'anyone',
    status: 201,
    begins: true,
    upload: true,
    reply: z.object({
      url: z.string(),
      originalName: z.string(),
      size: z.number(),
      duration: z.number(),
      fileName: z.string(),
    }),
  },
  config: {
    method: 'GET',
    path: '/config',
    summary: 'Network, explorer and links of this installation.',
    access: 'anyone',
    status: 200,
    reply: publicConfig,
  },
  solPrice: {
    method: 'GET',
    path: '/price',
    summary: 'What one SOL costs, as this server knows it; null while nobody has told it lately.',
    access: 'anyone',
    status: 200,
    reply: z.object({ price: z.nullable(solPrice) }),
  },
  sandboxPay: {
    method: 'POST',
    path: '/sandbox/pay',
    summary: 'Pay a donation from the sandbox’s faucet; 404 on any other network.',
    access: 'anyone',
    status: 200,
    body: z.object({
      donationId: id,
      /** SOL. Without any amount what the payment link asks for is paid, in the token that it asks for. */
      amount: z.optional(z.number().check(z.gte(0.000_000_001), z.lte(1000))),
      /** In the donation’s token, as text. */
      tokenAmount: z.optional(tokenAmount),
    }),
    reply: z.object({ signature: z.string() }),
  },
} as const satisfies Record<string, Route>;
