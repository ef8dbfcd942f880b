import { type SubmitEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { AlertRule, AlertRules } from '#contract/alert-rules.ts';
import { resolveCustomization } from '#contract/style.ts';
import { CardBackground } from '#web/features/settings/card-background.tsx';
import {
  previewOf,
  settingsBody,
  type SettingsForm,
  settingsForm,
} from '#web/features/settings/settings-form.ts';
import { TextColors } from '#web/features/settings/text-colors.tsx';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { overSaved } from '#web/lib/kept-drafts.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { AppliesFields, PlaysFields, StandsFields } from './rule-fields.tsx';
import { RulePreview } from './rule-preview.tsx';
import { readRule, type RuleValues, typedAmount } from './rule-values.ts';
import { ruleName, useStoredRules } from './use-alert-rules.ts';
import { type TypedRule, useKeptRule, useOverNow, useRuleDraft } from './use-rule-draft.ts';

interface RuleFormProps {
  /** Null: a new one. */
  rule: AlertRule | null;
  rules: AlertRules;
  /** It was opened by a press, and not found open with the page. */
  takesFocus: boolean;
  onClose: () => void;
}

/** A rule that is added or changed, with its card beside it. What is refused is said at its field; what was typed is kept. */
export function RuleForm({ rule, rules, takesFocus, onClose }: RuleFormProps) {
  const words = texts('alertRules').form;
  const { values, errors, busy, change, style, save, close } = useRuleForm(rule, onClose);
  const title = rule === null ? words.addTitle : ruleName(rule);
  const fields = { values, errors, onChange: change };
  const heading = useFocusHere<HTMLHeadingElement>(takesFocus);
  return (
    <section className="card rule editing" aria-label={title}>
      <form
        className="stack"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <h2 className="h2 num" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <AppliesFields {...fields} />
        <hr />
        <PlaysFields {...fields} rules={rules} />
        <hr />
        <StandsFields {...fields} />
        <hr />
        <Switch
          label={words.ownStyle}
          hint={words.ownStyleHint}
          checked={values.hasStyle}
          onChange={(hasStyle) => change({ hasStyle })}
        />
        {values.hasStyle && (
          <div className="stack own-style">
            <CardBackground form={style} />
            <TextColors form={style} />
          </div>
        )}
        <div className="row wrapx end">
          <button type="button" className="btn secondary" onClick={close}>
            {words.cancel}
          </button>
          <SubmitButton busy={busy} label={words.save} busyLabel={words.saving} />
        </div>
      </form>
      <FormPreview values={values} style={style} />
    </section>
  );
}

type StyleForm = ReturnType<typeof useForm<SettingsForm>>;

function useRuleForm(rule: AlertRule | null, onClose: () => void) {
  const words = texts('alertRules').form;
  const store = useStoredRules();
  const { start, saved } = useRuleDraft(rule);
  const [values, setValues] = useState(start.values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const style: StyleForm = useForm<SettingsForm>({
    resolver: resolveWith<SettingsForm>(settingsForm),
    defaultValues: start.style,
  });
  const styled = useWatch({ control: style.control }) as SettingsForm;
  const typed = { values, style: overSaved(saved.style, styled) };
  const close = useKeptRule({ ...saved, ...typed }, saved, onClose);
  const overNow = useOverNow(rule, saved);

  const save = async (form: HTMLFormElement) => {
    const isStyleRight = !values.hasStyle || (await style.trigger());
    const read = readTyped(typed);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read || !isStyleRight) return focusFirstError(form);
    setBusy(true);
    try {
      const over = readTyped(await overNow(typed));
      if ('errors' in over) throw new Error('Fields that are right by themselves are right together.');
      const { body } = over;
      await store(
        rule === null
          ? await call('createAlertRule', { body })
          : await call('changeAlertRule', { params: { id: rule.id }, body }),
      );
      toast.success(words.saved);
      close();
    } catch (error) {
      setErrors({ amount: wordsFor(error, words.failed) });
      setBusy(false);
      focusFirstError(form);
    }
  };
  const change = (changed: Partial<RuleValues>) => {
    setValues({ ...values, ...changed });
    if ('amount' in changed || 'kind' in changed) setErrors({});
  };
  return { values, errors, busy, style, change, save, close };
}

function readTyped({ values, style }: TypedRule) {
  const { cardColor, cardGradient } = settingsBody(style);
  return readRule(values, { cardColor, cardGradient });
}

function FormPreview({ values, style }: { values: RuleValues; style: StyleForm }) {
  const user = useUser();
  const styled = useWatch({ control: style.control }) as SettingsForm;
  const amount = typedAmount(values.amount);
  return (
    <RulePreview
      customization={
        values.hasStyle ? previewOf(styled) : resolveCustomization(user.cardColor, user.cardGradient)
      }
      amount={Number.isNaN(amount) ? 0.1 : amount}
      showsMessage={values.showsMessage}
    />
  );
}
