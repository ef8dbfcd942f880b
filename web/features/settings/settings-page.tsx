import './settings.css';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useSession, useUser } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { AcceptDonations } from './accept-donations.tsx';
import { AccountInformation } from './account-information.tsx';
import { AlertsAndModeration } from './alerts-and-moderation.tsx';
import { CardBackground } from './card-background.tsx';
import { DeskLog } from './desk-log.tsx';
import { MinimumField } from './minimum-field.tsx';
import { ModeratorsAndTools } from './moderators-and-tools.tsx';
import { PayoutAndTime } from './payout-and-time.tsx';
import { Preview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { formOf, settingsBody, type SettingsForm, settingsForm } from './settings-form.ts';
import { TextColors } from './text-colors.tsx';
import { useDraft, useUnsaved } from './use-unsaved.ts';
import { WalletInformation } from './wallet-information.tsx';

/** /app/settings */
export function SettingsPage() {
  useTitle('Settings');
  const user = useUser();
  const { update, refresh } = useSession();
  const form = useForm<SettingsForm>({
    resolver: resolveWith<SettingsForm>(settingsForm),
    defaultValues: useDraft('donations', formOf(user)),
  });
  const { isSubmitting } = form.formState;

  const handleSave = form.handleSubmit(async (values) => {
    try {
      const saved = await call('changeSettings', { body: settingsBody(values) });
      update(saved);
      form.reset(formOf(saved));
      toast.success('Settings updated successfully');
      await refresh();
    } catch (error) {
      toast.error(wordsFor(error, 'Failed to update settings'));
    }
  });

  return (
    <>
      <div className="pagehead">
        <div>
          <h1 className="title">Settings</h1>
          <p className="muted">Manage your account and donation preferences</p>
        </div>
      </div>
      <div className="sgrid">
        <div className="stack" style={{ '--gap': '24px' }}>
          <form
            className="stack"
            style={{ '--gap': '24px' }}
            noValidate
            onSubmit={(event) => void handleSave(event)}
          >
            <section className="card stack">
              <h2 className="h2">Donations</h2>
              <MinimumField form={form} />
              <hr />
              <AcceptDonations />
            </section>
            <CardBackground form={form} />
            <TextColors form={form} />
            <SettingsBar form={form} busy={isSubmitting} />
          </form>
          <AlertsAndModeration />
          <ModeratorsAndTools />
          <DeskLog />
          <PayoutAndTime />
          <WalletInformation user={user} />
          <AccountInformation user={user} />
        </div>
        <LivePreview form={form} />
      </div>
    </>
  );
}

interface FormProps {
  form: UseFormReturn<SettingsForm>;
}

function SettingsBar({ form, busy }: FormProps & { busy: boolean }) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  const isUnsaved = useUnsaved('donations', values, formOf(useUser()));
  return (
    <SaveBar isUnsaved={isUnsaved} busy={busy} label="Save Settings">
      After saving, refresh the OBS browser-source cache.
    </SaveBar>
  );
}

function LivePreview({ form }: FormProps) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  return <Preview form={values} />;
}
