import * as z from 'zod/mini';
import { isAddressForm } from './address-form.ts';
import { deskRoles } from './alerts.ts';
import { blockKinds } from './block-kinds.ts';
import { cleanDonorText } from './donor-text.ts';
import { validationTexts } from './validation-texts.ts';

/** A streamer's list holds so many entries of each kind. */
export const mostBlocks = 500;

/** Most letters of an entry. */
export const longestBlock = 60;

/** Body of POST /blocks. */
export const newBlock = z
  .object({
    kind: z.enum(blockKinds),
    value: z
      .string()
      .check(
        z.overwrite(cleanDonorText),
        z.minLength(1, validationTexts.blockMissing),
        z.maxLength(longestBlock, validationTexts.blockTooLong),
      ),
  })
  .check(
    z.refine(({ kind, value }) => kind !== 'wallet' || isAddressForm(value), {
      error: validationTexts.blockedWalletForm,
      path: ['value'],
    }),
  );

/** An entry of the block list. `addedBy` is a username, or the name of a token or of a moderator's link. */
export const block = z.object({
  id: z.string(),
  kind: z.enum(blockKinds),
  value: z.string(),
  addedBy: z.string(),
  role: z.enum(deskRoles),
  createdAt: z.string(),
});
export type Block = z.infer<typeof block>;

/** Which of a donor's marks is blocked: every wallet that paid, or the name. */
export const donorBlock = z.object({ kind: z.enum(['wallet', 'name']) });
export type DonorBlockKind = z.infer<typeof donorBlock>['kind'];

/** What came of blocking. For whom amounts are hidden, wallets are too: the chain tells what they paid. */
export const blocked = z.object({
  /** The entries, new or there before. */
  entries: z.array(z.object({ id: z.string(), kind: z.enum(blockKinds), value: z.nullable(z.string()) })),
  /** How many donations whose alerts waited or were on stream it has taken away. */
  takenAway: z.number(),
});
export type Blocked = z.infer<typeof blocked>;
