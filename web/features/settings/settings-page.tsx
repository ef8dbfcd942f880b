import './settings.css';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { useLive } from '#web/lib/live.tsx';
import { useUser } from '#web/lib/session.tsx';
import { useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { AcceptDonations } from './accept-donations.tsx';
import { AccountInformation } from './account-information.tsx';
import { AlertsAndModeration } from './alerts-and-moderation.tsx';
import { BlockList } from './blocking/block-list.tsx';
import { CardBackground } from './card-background.tsx';
import { Channels } from './channels.tsx';
import { SettingsContents } from './contents/settings-contents.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DeskLog } from './desk-log.tsx';
import { MinimumField } from './minimum-field.tsx';
import { ModeratorsAndTools } from './moderators-and-tools.tsx';
import { OverlayAndPayout } from './overlay-and-payout.tsx';
import { PasswordAndSessions } from './password-and-sessions.tsx';
import { PresetFields } from './preset-fields.tsx';
import { Preview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { formOf, type SettingsForm } from './settings-form.ts';
import { TextColors } from './text-colors.tsx';
import { TokenSettings } from './tokens/token-settings.tsx';
import { TwoStepProtection } from './two-step-protection.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { WalletInformation } from './wallet-information.tsx';
import { YourData } from './your-data.tsx';
import { SettingsLink } from './settings-link.tsx';
import { WebhooksLink } from './webhooks/webhooks-link.tsx';

/** /app/settings */
export function SettingsPage() {
  const words = texts('settings');
  useTitle(words.title);
  const user = useUser();
  const { form, save } = useSettingsForm();
  const { isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0 && element.current !== null) focusFirstError(element.current);
  }, [submitCount]);
  const { connect } = useLive();
  // Over this connection a session hears at once that it was ended elsewhere.
  useEffect(connect, [connect]);

  return (
    <div className="settings">
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          <p className="muted">{words.subtitle}</p>
        </div>
      </div>
      <div className="settings-grid">
        <SettingsContents />
        <div className="settings-parts stack" style={{ '--gap': '24px' }}>
          <form
            ref={element}
            className="stack"
            style={{ '--gap': '24px' }}
            noValidate
            onSubmit={(event) => void form.handleSubmit(save)(event)}
          >
            <section className="card stack" aria-labelledby="donations">
              <h2 className="h2" id="donations">
                {words.donations.heading}
              </h2>
              <div className="cols2">
                <MinimumField form={form} />
                <PresetFields form={form} />
              </div>
              <hr />
              <AcceptDonations />
            </section>
            <div className="look">
              <CardBackground form={form} />
              <LivePreview form={form} />
              <TextColors form={form} />
            </div>
            <SettingsBar form={form} busy={isSubmitting} />
          </form>
          <TokenSettings />
          <Channels />
          <AlertsAndModeration />
          <BlockList />
          <SettingsLink id="amount-rules" to="/app/alerts" words={words.amountRules} />
          <ModeratorsAndTools />
          <DeskLog />
          <SettingsLink id="posts" to="/app/posts" words={words.posts} />
          <WebhooksLink />
          <OverlayAndPayout />
          <WalletInformation user={user} />
          <TwoStepProtection />
          <PasswordAndSessions />
          <AccountInformation user={user} />
          <YourData />
          <DeleteAccount />
        </div>
      </div>
    </div>
  );
}

interface FormProps {
  form: UseFormReturn<SettingsForm>;
}

function SettingsBar({ form, busy }: FormProps & { busy: boolean }) {
  const words = texts('settings');
  const values = useWatch({ control: form.control }) as SettingsForm;
  const isUnsaved = useUnsaved('donations', values, formOf(useUser()));
  return (
    <SaveBar isUnsaved={isUnsaved} busy={busy} label={words.save} look="primary" note={words.refreshNote} />
  );
}

function LivePreview({ form }: FormProps) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  return <Preview form={values} />;
}
