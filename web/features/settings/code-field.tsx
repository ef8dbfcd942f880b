import { type ComponentProps, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';

type CodeFieldProps = { error?: string | undefined; appOnly?: boolean } & Omit<
  ComponentProps<'input'>,
  'type'
>;

/** A code of the authenticator app; at a press a recovery code instead, which needs another keyboard on phones. */
export function CodeField({ error, appOnly = false, ...input }: CodeFieldProps) {
  const words = texts('settings').twoStep.code;
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <div className="stack" style={{ '--gap': '8px' }}>
      <TextField
        label={isRecovery ? words.recovery : words.app}
        hint={isRecovery ? words.recoveryHint : words.appHint}
        error={error}
        className="mono"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        {...input}
      />
      {!appOnly && (
        <p className="small">
          <button
            type="button"
            className="link"
            onClick={({ currentTarget }) => {
              setIsRecovery(!isRecovery);
              const field = currentTarget.form?.elements.namedItem('code');
              if (field instanceof HTMLElement) field.focus();
            }}
          >
            {isRecovery ? words.useApp : words.useRecovery}
          </button>
        </p>
      )}
    </div>
  );
}
