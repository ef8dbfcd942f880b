import { useState } from 'react';
import type { AlertRule, AlertRules } from '#contract/alert-rules.ts';
import { parseCardStyle, resolveCustomization } from '#contract/style.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { ClipPlayButton } from '#web/ui/clip-player-button.tsx';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { DeleteRule } from './delete-rule.tsx';
import { RulePreview } from './rule-preview.tsx';
import { TestRule } from './test-rule.tsx';
import { ruleName, useSoundChoices } from './use-alert-rules.ts';

interface RuleCardProps {
  rule: AlertRule;
  rules: AlertRules;
  /** Its form has just been closed. */
  takesFocus: boolean;
  /** Undefined while the form of another one is open. */
  onEdit: (() => void) | undefined;
}

/** One rule: what is otherwise by it, how its card looks, and what can be done with it. */
export function RuleCard({ rule, rules, takesFocus, onEdit }: RuleCardProps) {
  const words = texts('alertRules');
  const user = useUser();
  const [isDeleting, setDeleting] = useState(false);
  const edit = useFocusHere<HTMLButtonElement>(takesFocus);
  // With its dialogs, which go with it where it was deleted elsewhere.
  const card = useHandOnFocus<HTMLElement>('.rule-list');
  const name = ruleName(rule);
  const { cardColor, cardGradient } = rule.style ?? user;
  return (
    <section ref={card} className="card rule" aria-label={name}>
      <div className="stack">
        <h2 className="h2 num">{name}</h2>
        <Facts rule={rule} rules={rules} />
        <div className="row wrapx">
          <TestRule rule={rule} />
          {onEdit !== undefined && (
            <button
              type="button"
              className="btn small secondary"
              ref={edit}
              aria-label={words.of(words.edit, name)}
              onClick={onEdit}
            >
              {words.edit}
            </button>
          )}
          <button
            type="button"
            className="btn small danger-quiet"
            aria-label={words.of(words.remove, name)}
            onClick={() => setDeleting(true)}
          >
            {words.remove}
          </button>
        </div>
      </div>
      <RulePreview
        customization={resolveCustomization(cardColor, cardGradient)}
        amount={rule.amount}
        showsMessage={rule.showsMessage}
      />
      {isDeleting && <DeleteRule rule={rule} onClose={() => setDeleting(false)} />}
    </section>
  );
}

function Facts({ rule, rules }: { rule: AlertRule; rules: AlertRules }) {
  const words = texts('alertRules').facts;
  const sound = useSoundChoices(rules).of(rule);
  const leftOut = [!rule.showsMessage && words.message, !rule.playsClip && words.clip].filter(Boolean);
  return (
    <dl className="facts">
      <div>
        <dt>{words.style}</dt>
        <dd>{styleName(rule)}</dd>
      </div>
      <div>
        <dt>{words.sound}</dt>
        <dd className="row">
          <span>
            {sound.name}
            {rule.volume < 100 && <span className="muted"> · {words.percent(rule.volume)}</span>}
          </span>
          <ClipPlayButton url={sound.url} label={texts('alertRules').form.listen(sound.name)} />
        </dd>
      </div>
      <div>
        <dt>{words.seconds}</dt>
        <dd>{words.forSeconds(rule.seconds)}</dd>
      </div>
      {leftOut.length > 0 && (
        <div>
          <dt>{words.leftOut}</dt>
          <dd>{leftOut.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function styleName({ style }: AlertRule): string {
  if (style === null) return texts('alertRules').facts.usualStyle;
  return texts('settings').card.styles[parseCardStyle(style.cardGradient)?.gradientType ?? 'none'];
}
