import * as z from 'zod/mini';
import { accountDownload } from './account-download.ts';
import { credentials } from './account.ts';
import { ok, type Route } from './route.ts';
import { typedCode } from './second-factor-routes.ts';

/** After how many days donors' texts can go; null is never. */
export const retentionChoices = [30, 90, 365] as const;
export type RetentionDays = (typeof retentionChoices)[number];

const days = z.nullable(z.literal(retentionChoices));

/** How long donors' texts stay. */
const retention = z.object({
  /** What holds: the streamer's choice or the operator's default, and never more than the operator's maximum. */
  days: z.nullable(z.number()),
  /** False while the operator's default holds. */
  isChosen: z.boolean(),
  /** What can be chosen on this server. */
  choices: z.array(days),
});
export type Retention = z.infer<typeof retention>;

/** Whether and when the account goes, and what money is still about. Amounts are SOL. */
const deletion = z.object({
  /** When it becomes final, ISO 8601; null: nobody asked for it. */
  finalAt: z.nullable(z.string()),
  /** How many days there are to change one's mind. */
  graceDays: z.number(),
  /** Donations that donors may still be paying. */
  openDonations: z.number(),
  /** What is on temporary addresses and not yet passed on. */
  onTheWay: z.object({ addresses: z.number(), amount: z.number() }),
  /** What is in the generated wallet; null: no node answers. */
  walletAmount: z.nullable(z.number()),
});
export type AccountDeletion = z.infer<typeof deletion>;

/** What streamers do with their account as a whole. */
export const ownAccountRoutes = {
  downloadAccount: {
    method: 'GET',
    path: '/account/download',
    summary:
      'Everything that is stored about this account as one JSON file, within 15 minutes of the password, and of a code where two-step protection is on.',
    access: 'streamer',
    status: 200,
    secret: true,
    sends: { type: 'application/json', name: 'brava-account' },
    reply: accountDownload,
  },
  accountDeletion: {
    method: 'GET',
    path: '/account/deletion',
    summary: 'Whether this account is about to be deleted, and what money is still about.',
    access: 'streamer',
    status: 200,
    reply: deletion,
  },
  deleteAccount: {
    method: 'POST',
    path: '/account/deletion',
    summary:
      'Close the links at once and delete the account some days later, with the password, a code where two-step protection is on, and the username. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    body: z.object({
      username: z.string().check(z.maxLength(200)),
      password: credentials.shape.password,
      code: z.optional(typedCode),
    }),
    reply: z.object({ finalAt: z.string() }),
  },
  keepAccount: {
    method: 'POST',
    path: '/account/deletion/keep',
    summary: 'Keep the account after all. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    reply: ok,
  },
  retention: {
    method: 'GET',
    path: '/account/retention',
    summary: 'After how many days donors’ names and messages are removed.',
    access: 'streamer',
    status: 200,
    reply: retention,
  },
  changeRetention: {
    method: 'PUT',
    path: '/account/retention',
    summary: 'Choose after how many days donors’ names and messages are removed; null is never.',
    access: 'streamer',
    status: 200,
    body: z.object({ days }),
    reply: retention,
  },
} as const satisfies Record<string, Route>;
