import * as z from 'zod/mini';
import { accountSettings, credentials, donationSettings, registration, user } from './account.ts';
import {
  createdDonation,
  donationLink,
  donationState,
  donationStats,
  listedDonation,
  newDonation,
  publicDonation,
} from './donation.ts';

/** One call: where it is, who may make it, what goes in and what comes out. Paths stand below `/api`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  summary: string;
  /** `streamer` needs a session; `anyone` ignores whatever token comes along. */
  access: 'anyone' | 'streamer';
  /** HTTP status of success. */
  status: 200 | 201;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  /** The body is a file in the multipart field `audio` instead of JSON. */
  upload?: true;
  /** Keys and secrets: `cache-control: no-store`. */
  secret?: true;
  reply: z.ZodMiniType;
}

const id = z.string().check(z.maxLength(64));
const byId = z.object({ id });
const byLink = z.object({ linkCode: id });
const ok = z.object({ ok: z.literal(true) });
const session = { user, token: z.string() };

/** Network facts that pre-built pages cannot know. */
const publicConfig = z.object({
  network: z.enum(['devnet', 'testnet', 'mainnet']),
  networkLabel: z.string(),
  sandbox: z.boolean(),
  explorerUrl: z.nullable(z.string()),
  socialUrl: z.nullable(z.string()),
  publicUrl: z.string(),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** Every HTTP call of the product: spec §7, and those that `decisions.md` adds. Server, browser and OpenAPI read it. */
export const routes = {
  register: {
    method: 'POST',
    path: '/auth/register',
    summary:
      'Create an account and its wallet. The private key is in this reply and in no other but export-key.',
    access: 'anyone',
    status: 201,
    secret: true,
    body: registration,
    reply: z.object({ ...session, walletPrivateKey: z.string(), donationLink: z.string() }),
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in.',
    access: 'anyone',
    status: 200,
    secret: true,
    body: credentials,
    reply: z.object(session),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session on the server.',
    access: 'streamer',
    status: 200,
    reply: ok,
  },
  confirmPassword: {
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Type the password again, which opens key export and payout address for 15 minutes.',
    access: 'streamer',
    status: 200,
    body: z.object({ password: credentials.shape.password }),
    reply: z.object({ confirmedUntil: z.string() }),
  },
  usersMe: {
    method: 'GET',
    path: '/users/me',
    summary: 'The signed-in streamer.',
    access: 'streamer',
    status: 200,
    reply: user,
  },
  authMe: {
    method: 'GET',
    path: '/auth/me',
    summary: 'The same as /users/me.',
    access: 'streamer',
    status: 200,
    reply: user,
  },
  exportKey: {
    method: 'GET',
    path: '/users/export-key',
    summary:
      'The private key of the generated wallet, base58 as wallets import it; within 15 minutes of the password.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: z.object({ privateKey: z.string() }),
  },
  changeAccount: {
    method: 'PUT',
    path: '/account',
    summary: 'Time zone, payout address, and whether donations are accepted.',
    access: 'streamer',
    status: 200,
    body: accountSettings,
    reply: user,
  },
  donationStats: {
    method: 'GET',
    path: '/donations/stats',
    summary: 'Totals of paid donations.',
    access: 'streamer',
    status: 200,
    reply: donationStats,
  },
  donationLink: {
    method: 'GET',
    path: '/donations/link',
    summary: 'The public donation link and the secret code of the widget.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: donationLink,
  },
  myDonations: {
    method: 'GET',
    path: '/donations/my',
    summary: 'The streamer’s donations, newest first.',
    access: 'streamer',
    status: 200,
    query: z.object({ limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))) }),
    reply: z.object({ data: z.array(listedDonation), total: z.number() }),
  },
  markShown: {
    method: 'PUT',
    path: '/donations/:id/shown',
    summary: 'Mark a paid donation as shown. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: listedDonation,
  },
  changeSettings: {
    method: 'PUT',
    path: '/donations/settings',
    summary: 'Minimum amount and card style.',
    access: 'streamer',
    status: 200,
    body: donationSettings,
    reply: user,
  },
  donationPage: {
    method: 'GET',
    path: '/donations/page/:linkCode',
    summary: 'What a donation page shows before a donation is created.',
    access: 'anyone',
    status: 200,
    params: byLink,
    reply: z.object({ streamerName: z.string(), minDonationAmount: z.number() }),
  },
  createDonation: {
    method: 'POST',
    path: '/donations',
    summary: 'Create a donation and get the temporary address to pay to.',
    access: 'anyone',
    status: 201,
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
  uploadAudio: {
    method: 'POST',
    path: '/files/audio/upload',
    summary: 'Upload a clip for a donation (field audio).',
    access: 'anyone',
    status: 201,
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
  sandboxPay: {
    method: 'POST',
    path: '/sandbox/pay',
    summary: 'Pay a donation from the sandbox’s faucet; 404 on any other network.',
    access: 'anyone',
    status: 200,
    body: z.object({
      donationId: id,
      amount: z.optional(z.number().check(z.gte(0.000_000_001), z.lte(1000))),
    }),
    reply: z.object({ signature: z.string() }),
  },
} as const satisfies Record<string, Route>;

/** Every call by name. */
export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Field<R, K extends string> = R extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;

/** What a handler gets, already validated. */
export interface RouteInput<N extends RouteName> {
  params: Field<Routes[N], 'params'>;
  query: Field<Routes[N], 'query'>;
  body: Field<Routes[N], 'body'>;
}

/** What a caller gets back. */
export type RouteReply<N extends RouteName> = z.infer<Routes[N]['reply']>;
