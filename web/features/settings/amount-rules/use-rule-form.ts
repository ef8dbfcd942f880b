import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { AlertRule, AlertRules, AlertRuleSettings } from '#contract/alert-rules.ts';
import { settingsBody, type SettingsForm, settingsForm } from '#web/features/settings/settings-form.ts';
import { showInForm } from '#web/features/settings/use-settings-form.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { overSaved } from '#web/lib/kept-drafts.ts';
import { isChanged, touchedOverNow } from '#web/lib/unsaved-changes.ts';
import { useLatest } from '#web/lib/use-latest.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { readRule, type RuleValues } from './rule-values.ts';
import { useStoredRules } from './use-alert-rules.ts';
import { type TypedRule, useKeptRule, useOverNow, useRuleDraft } from './use-rule-draft.ts';

/** The form of a rule's own style. */
export type StyleForm = ReturnType<typeof useForm<SettingsForm>>;

/**
 * The form of a rule: what is typed, what refuses it, and what saves it. It closes once all of it is saved; what was changed
 * meanwhile keeps it open, over the rule as it is stored then.
 */
export function useRuleForm(
  rule: AlertRule | null,
  { onMade, onClose }: { onMade: ((id: string) => void) | undefined; onClose: () => void },
) {
  const words = texts('alertRules').form;
  const store = useStoredRules();
  const { start, saved, goOnWith } = useRuleDraft(rule);
  const [values, setValues] = useState(start.values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const style: StyleForm = useForm<SettingsForm>({
    resolver: resolveWith<SettingsForm>(settingsForm),
    defaultValues: start.style,
  });
  const styled = useWatch({ control: style.control }) as SettingsForm;
  const typed: TypedRule = { values, style: overSaved(saved.style, styled) };
  const latest = useLatest(typed);
  const close = useKeptRule({ ...saved, ...typed }, saved, onClose);
  const overNow = useOverNow(saved);

  const stayOpen = (stored: AlertRule) => {
    const now = goOnWith(stored);
    setValues(touchedOverNow(latest.current.values, values, now.values));
    showInForm(style, touchedOverNow(latest.current.style, typed.style, now.style));
  };
  const save = async (form: HTMLFormElement) => {
    const isStyleRight = !values.hasStyle || (await style.trigger());
    const read = readTyped(typed);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read || !isStyleRight) return focusFirstError(form);
    setBusy(true);
    try {
      const over = readTyped(await overNow(typed));
      if ('errors' in over) throw new Error('Fields that are right by themselves are right together.');
      const rules = await send(saved.rule, over.body);
      const stored = rules.rules.find((one) => isThat(one, saved.rule, over.body));
      if (stored !== undefined) onMade?.(stored.id);
      await store(rules);
      toast.success(words.saved);
      if (!isChanged(latest.current, typed)) return close();
      if (stored !== undefined) stayOpen(stored);
    } catch (error) {
      setErrors({ amount: wordsFor(error, words.failed) });
      focusFirstError(form);
    }
    setBusy(false);
  };
  const change = (changed: Partial<RuleValues>) => {
    setValues({ ...values, ...changed });
    if ('amount' in changed || 'kind' in changed) setErrors({});
  };
  return { id: saved.rule, values, errors, busy, style, change, save, close };
}

async function send(id: string, body: AlertRuleSettings): Promise<AlertRules> {
  return id === 'new'
    ? await call('createAlertRule', { body })
    : await call('changeAlertRule', { params: { id }, body });
}

/** Whether a rule is the one that was sent; of a kind there is one for an amount. */
function isThat(one: AlertRule, id: string, { kind, amount }: AlertRuleSettings): boolean {
  return id === 'new' ? one.kind === kind && one.amount === amount : one.id === id;
}

function readTyped({ values, style }: TypedRule) {
  const { cardColor, cardGradient } = settingsBody(style);
  return readRule(values, { cardColor, cardGradient });
}
