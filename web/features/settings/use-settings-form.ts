import { focusManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fetchCurrentUser } from '#web/lib/current-user.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useSession, useUser } from '#web/lib/session.tsx';
import { isChanged, touched } from '#web/lib/unsaved-changes.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { formOf, settingsBody, type SettingsForm, settingsForm } from './settings-form.ts';

/**
 * The form of /app/settings, and what saves the values that it has checked.
 *
 * When the tab is looked at again the account is read anew, which fields that were not touched follow.
 */
export function useSettingsForm(): {
  form: UseFormReturn<SettingsForm>;
  save: (values: SettingsForm) => Promise<void>;
} {
  const words = texts('settings');
  const { update, refresh } = useSession();
  const saved = formOf(useUser());
  const form = useForm<SettingsForm>({
    resolver: resolveWith<SettingsForm>(settingsForm),
    defaultValues: useDraft('donations', saved),
    // It would only move the focus, and the words below the field stayed behind the save bar.
    shouldFocusError: false,
  });
  const saveOverNow = useSavedNow(saved, (change) => showInForm(form, change(form.getValues())));
  useEffect(() => focusManager.subscribe((isLookedAt) => void (isLookedAt && refresh())), [refresh]);

  const save = async (values: SettingsForm) => {
    try {
      const user = await saveOverNow(values, {
        read: () => fetchCurrentUser(call),
        send: (all) => call('changeSettings', { body: settingsBody(all) }),
        formOf,
      });
      update(user);
      // Where more was typed meanwhile the form stays as it is. Fields given up would hear no key until they are drawn again.
      if (!isChanged(form.getValues(), formOf(user))) form.reset(formOf(user), { keepFieldsRef: true });
      toast.success(words.saved);
      // Not waited for: the next change can be saved meanwhile.
      void refresh();
    } catch (error) {
      toast.error(wordsFor(error, words.saveFailed));
    }
  };
  return { form, save };
}

/** Puts values into a form; fields that have them already are left alone. */
export function showInForm(form: UseFormReturn<SettingsForm>, values: SettingsForm): void {
  const changed = Object.keys(touched(values, form.getValues())) as (keyof SettingsForm)[];
  for (const field of changed) form.setValue(field, values[field]);
}
