import * as z from 'zod/mini';
import { credentials, newPassword } from '#contract/account.ts';
import { texts } from '#web/texts/texts.ts';

/** How somebody proves that an account is theirs. */
export const proofWays = ['code', 'key', 'wallet'] as const;

/** The form of /recover. What proves it goes by its way; `confirmPassword` and `privateKey` are never sent. */
export const recoverForm = z
  .object({
    username: credentials.shape.username,
    way: z.enum(proofWays),
    code: z.string(),
    privateKey: z.string(),
    newPassword,
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.way !== 'code' || form.code.trim() !== '', {
      path: ['code'],
      error: () => texts('session').recover.codeMissing,
    }),
    z.refine((form) => form.way !== 'key' || form.privateKey.trim() !== '', {
      path: ['privateKey'],
      error: () => texts('session').recover.keyMissing,
    }),
    z.refine((form) => form.newPassword === form.confirmPassword, {
      path: ['confirmPassword'],
      error: () => texts('session').register.passwordsDiffer,
    }),
  );
export type RecoverForm = z.infer<typeof recoverForm>;
