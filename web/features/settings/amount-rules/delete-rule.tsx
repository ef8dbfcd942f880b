import type { AlertRule } from '#contract/alert-rules.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ruleName, useStoredRules } from './use-alert-rules.ts';

/** Deletes a rule after one more question. */
export function DeleteRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const words = texts('alertRules').deletion;
  const store = useStoredRules();
  const remove = async () => {
    try {
      const stored = await call('deleteAlertRule', { params: { id: rule.id } });
      toast.success(words.deleted);
      onClose();
      await store(stored);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
  };
  return (
    <AskFirst
      question={words.question(ruleName(rule))}
      effects={[words.effect]}
      keep={words.keep}
      confirm={words.confirm}
      busyLabel={words.deleting}
      onKeep={onClose}
      onConfirm={remove}
    />
  );
}
