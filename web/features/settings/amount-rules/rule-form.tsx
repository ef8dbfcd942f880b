import type { SubmitEvent } from 'react';
import { useWatch } from 'react-hook-form';
import type { AlertRule, AlertRules } from '#contract/alert-rules.ts';
import { resolveCustomization } from '#contract/style.ts';
import { CardBackground } from '#web/features/settings/card-background.tsx';
import { previewOf, type SettingsForm } from '#web/features/settings/settings-form.ts';
import { TextColors } from '#web/features/settings/text-colors.tsx';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { AppliesFields, PlaysFields, StandsFields } from './rule-fields.tsx';
import { RulePreview } from './rule-preview.tsx';
import { type RuleValues, typedAmount } from './rule-values.ts';
import { ruleName } from './use-alert-rules.ts';
import { type StyleForm, useRuleForm } from './use-rule-form.ts';

interface RuleFormProps {
  /** Null: a new one. */
  rule: AlertRule | null;
  rules: AlertRules;
  /** It was opened by a press, and not found open with the page. */
  takesFocus: boolean;
  /** Told which rule came of a new one, before the list has it. */
  onMade?: (id: string) => void;
  onClose: () => void;
}

/** A rule that is added or changed, with its card beside it. What is refused is said at its field; what was typed is kept. */
export function RuleForm({ rule, rules, takesFocus, onMade, onClose }: RuleFormProps) {
  const words = texts('alertRules').form;
  const { id, values, errors, busy, change, style, save, close } = useRuleForm(rule, { onMade, onClose });
  const saved = rules.rules.find((one) => one.id === id) ?? rule;
  const title = saved === null ? words.addTitle : ruleName(saved);
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
