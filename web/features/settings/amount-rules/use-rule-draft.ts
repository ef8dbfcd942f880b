import { useEffect, useState } from 'react';
import type { AlertRule } from '#contract/alert-rules.ts';
import { formOf, type SettingsForm } from '#web/features/settings/settings-form.ts';
import { call } from '#web/lib/call.ts';
import { overSaved } from '#web/lib/kept-drafts.ts';
import { useUser } from '#web/lib/session.tsx';
import { isChanged, touched, touchedOverNow } from '#web/lib/unsaved-changes.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { type RuleValues, valuesOf } from './rule-values.ts';

const form = 'alert-rule';

/** What is typed in the form of a rule. */
export interface TypedRule {
  values: RuleValues;
  style: SettingsForm;
}

/** The same with whose it is: the id of the rule, or 'new'. */
interface RuleDraft extends TypedRule {
  rule: string;
}

const untouched = { rule: '', values: {}, style: {} };

/** The rule whose form was left with changes, or 'new'; null when none was. */
export function useDraftedRule(): string | null {
  return useDraft(form, { rule: '' }).rule || null;
}

/**
 * What the form starts with, over which `useKeptRule` keeps what is typed. `goOnWith` has it go on over a rule as it was stored
 * from here, and answers with that.
 */
export function useRuleDraft(rule: AlertRule | null) {
  const user = useUser();
  // As it was when the form was opened: whatever changes elsewhere meanwhile was not typed here.
  const [saved, setSaved] = useState(() => draftOf(rule, user));
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
  const goOnWith = (stored: AlertRule): RuleDraft => {
    const now = draftOf(stored, user);
    setSaved(now);
    return now;
  };
  return { start, saved, goOnWith };
}

/** Keeps what is typed while the page is left, and asks before it is lost; answers with what ends that and closes the form. */
export function useKeptRule(current: RuleDraft, saved: RuleDraft, onClose: () => void): () => void {
  const [isDone, setDone] = useState(false);
  // A draft keeps what was touched, field by field; the rule that it is of belongs to it as soon as anything was.
  const draft = {
    rule: current.rule,
    values: touched(current.values, saved.values),
    style: touched(current.style, saved.style),
  };
  useUnsaved<object>(form, isDone || !isChanged(current, saved) ? untouched : draft, untouched);
  // After the draft is gone, which a form that has left the page could not see to.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  return () => setDone(true);
}

/**
 * What a form stands for: what was touched since it was opened, over what another tab may have saved of the rule by now. As
 * it is typed for a new rule, and for one that is gone, which the call says then.
 */
export function useOverNow(saved: RuleDraft): (typed: TypedRule) => Promise<TypedRule> {
  const user = useUser();
  return async (typed) => {
    const { rules } = saved.rule === 'new' ? { rules: [] } : await call('alertRules');
    const found = rules.find(({ id }) => id === saved.rule);
    if (found === undefined) return typed;
    const now = typedOf(found, user);
    return {
      values: touchedOverNow(typed.values, saved.values, now.values),
      style: touchedOverNow(typed.style, saved.style, now.style),
    };
  };
}

function draftOf(rule: AlertRule | null, user: Parameters<typeof formOf>[0]): RuleDraft {
  return { rule: rule?.id ?? 'new', ...typedOf(rule, user) };
}

function typedOf(rule: AlertRule | null, user: Parameters<typeof formOf>[0]): TypedRule {
  return { values: valuesOf(rule), style: formOf({ ...user, ...rule?.style }) };
}
