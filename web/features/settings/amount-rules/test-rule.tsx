import { useState } from 'react';
import type { AlertRule } from '#contract/alert-rules.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ruleName } from './use-alert-rules.ts';

/** Sends a test of the rule's amount to the overlays: it goes the way of every alert, and counts nowhere. */
export function TestRule({ rule }: { rule: AlertRule }) {
  const words = texts('alertRules');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { overlay } = await call('testAlert', { body: { amount: rule.amount } });
      toast.success(overlay.visible === 0 ? words.test.waits : words.test.sent);
    } catch (error) {
      toast.error(wordsFor(error, words.test.failed));
    }
    setBusy(false);
  };
  return (
    <ActButton
      className="small outline"
      busy={busy}
      label={words.test.send}
      busyLabel={words.test.sending}
      nameOf={(label) => words.of(label, ruleName(rule))}
      onAct={() => void send()}
    />
  );
}
