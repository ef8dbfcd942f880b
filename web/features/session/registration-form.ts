import * as z from 'zod/mini';
import { newPassword, username } from '#contract/account.ts';
import { texts } from '#web/texts/texts.ts';

/** The form of /register (spec §5). `confirmPassword` is never sent. */
export const registrationForm = z
  .object({ username, password: newPassword, confirmPassword: z.string() })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: () => texts('session').register.passwordsDiffer,
    }),
  );
export type RegistrationForm = z.infer<typeof registrationForm>;

/** The browser's time zone, or nothing where it cannot be told. It decides what 'Today' means. */
export function browserTimeZone(): { timeZone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { timeZone } : {};
}
