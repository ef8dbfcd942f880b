import * as z from 'zod/mini';
import { passwordChange } from '#contract/account-routes.ts';
import { texts } from '#web/texts/texts.ts';

/** The form that changes the password. `confirmPassword` is never sent. */
export const passwordForm = z.object({ ...passwordChange.shape, confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: () => texts('settings').password.differ,
  }),
);
export type PasswordForm = z.infer<typeof passwordForm>;
