import { useEffect, useState } from 'react';
import type { AlertRule } from '#contract/alert-rules.ts';
import { formOf, type SettingsForm } from '#web/features/settings/settings-form.ts';
import { overSaved } from '#web/lib/kept-drafts.ts';
import { useUser } from '#web/lib/session.tsx';
import { isChanged } from '#web/lib/unsaved-changes.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { type RuleValues, valuesOf } from './rule-values.ts';

const form = 'alert-rule';

/** What stands in the form of a rule. `rule` is its id, or 'new'. */
interface RuleDraft {
  rule: string;
  values: RuleValues;
  style: SettingsForm;
}

/** The rule whose form was left with changes, or 'new'; null when none was. */
export function useDraftedRule(): string | null {
  return useDraft(form, { rule: '' }).rule || null;
}

/** What the form starts with, over which `useKeptRule` keeps what is typed. */
export function useRuleDraft(rule: AlertRule | null): { start: RuleDraft; saved: RuleDraft } {
  const user = useUser();
  // As it was when the form was opened: whatever changes elsewhere meanwhile was not typed here.
  const [saved] = useState(() => ({
    rule: rule?.id ?? 'new',
    values: valuesOf(rule),
    style: formOf({ ...user, ...rule?.style }),
  }));
  const draft = useDraft(form, saved);
  const [start] = useState(() =>
    // That of another rule, which is no longer there.
    draft.rule === saved.rule
      ? {
          ...saved,
          values: overSaved(saved.values, draft.values),
          style: overSaved(saved.style, draft.style),
        }
      : saved,
  );
  return { start, saved };
}

/** Keeps what is typed while the page is left, and asks before it is lost; answers with what ends that and closes the form. */
export function useKeptRule(current: RuleDraft, saved: RuleDraft, onClose: () => void): () => void {
  const [isDone, setDone] = useState(false);
  // A draft keeps what was touched; the rule that it is of belongs to it as soon as anything was.
  const untouched = { ...saved, rule: '' };
  useUnsaved(form, isDone || !isChanged(current, saved) ? untouched : current, untouched);
  // After the draft is gone, which a form that has left the page could not see to.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  return () => setDone(true);
}
