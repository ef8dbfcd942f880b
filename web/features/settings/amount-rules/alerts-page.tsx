import '#web/features/settings/settings.css';
import './amount-rules.css';
import { useEffect, useState } from 'react';
import { type AlertRules, mostAlertRules } from '#contract/alert-rules.ts';
import { SubpageHead } from '#web/features/settings/subpage-head.tsx';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { SolOnly } from '#web/ui/sol-only.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { OwnSounds } from './own-sounds.tsx';
import { ReadingAloud } from './reading-aloud.tsx';
import { RuleCard } from './rule-card.tsx';
import { RuleForm } from './rule-form.tsx';
import { useAlertRules } from './use-alert-rules.ts';
import { useDraftedRule } from './use-rule-draft.ts';

/** /app/alerts */
export function AlertsPage() {
  const words = texts('alertRules');
  const { connect } = useLive();
  const { data, error, refetch } = useAlertRules();
  /** The rule whose form is open, or 'new': one at a time. */
  const [opened, setOpened] = useState(useDraftedRule());
  /** Whose form was opened or closed by the last press: the focus goes along. */
  const [turned, setTurned] = useState<string | null>(null);
  /** The rule that the form of a new one has made, while that form goes on: it stands there and not in the list. */
  const [made, setMade] = useState<string | null>(null);
  const edit = (id: string | null) => {
    setTurned(id ?? opened);
    setOpened(id);
    setMade(null);
  };
  const isThere = opened === 'new' || data?.rules.some(({ id }) => id === opened);
  const edited = isThere ? opened : null;
  useEffect(connect, [connect]);

  const isFull = (data?.rules.length ?? mostAlertRules) >= mostAlertRules;
  return (
    <>
      <SubpageHead words={words} guide="/guide/alerts#by-amount">
        {!isFull && edited === null && <AddRule takesFocus={turned === 'new'} onAdd={() => edit('new')} />}
      </SubpageHead>
      {data === undefined ? (
        <section className="card">
          <SectionState error={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        <div className="stack" style={{ '--gap': '24px' }}>
          <SolOnly>{words.solOnly}</SolOnly>
          {edited === 'new' && (
            <RuleForm
              rule={null}
              rules={data}
              takesFocus={turned === 'new'}
              onMade={setMade}
              onClose={() => edit(null)}
            />
          )}
          <section
            className="stack rule-list"
            style={{ '--gap': '24px' }}
            aria-label={words.title}
            tabIndex={-1}
          >
            <Rules rules={data} made={made} edited={edited} turned={turned} onEdit={edit} />
          </section>
          <OwnSounds sounds={data.sounds} />
        </div>
      )}
      {(data !== undefined || error !== null) && <ReadingAloud />}
    </>
  );
}

function AddRule({ takesFocus, onAdd }: { takesFocus: boolean; onAdd: () => void }) {
  const button = useFocusHere<HTMLButtonElement>(takesFocus);
  return (
    <button type="button" className="btn primary" ref={button} onClick={onAdd}>
      {texts('alertRules').add}
    </button>
  );
}

interface RulesProps {
  rules: AlertRules;
  made: string | null;
  edited: string | null;
  turned: string | null;
  onEdit: (id: string | null) => void;
}

function Rules({ rules, made, edited, turned, onEdit }: RulesProps) {
  const words = texts('alertRules');
  const isFull = rules.rules.length >= mostAlertRules;
  // After the last rule that may be there is no button to add one.
  const end = useFocusHere<HTMLParagraphElement>(isFull && turned === 'new' && edited === null);
  const shown = rules.rules.filter(({ id }) => id !== made);
  if (shown.length === 0)
    return edited === 'new' ? null : (
      <div className="card">
        <div className="empty">
          <Levels />
          <p>{words.none}</p>
          <p className="muted">{words.noneHint}</p>
        </div>
      </div>
    );
  return (
    <>
      {shown.map((rule) =>
        rule.id === edited ? (
          <RuleForm
            key={rule.id}
            rule={rule}
            rules={rules}
            takesFocus={turned === rule.id}
            onClose={() => onEdit(null)}
          />
        ) : (
          <RuleCard
            key={rule.id}
            rule={rule}
            rules={rules}
            takesFocus={turned === rule.id}
            onEdit={edited === null ? () => onEdit(rule.id) : undefined}
          />
        ),
      )}
      <p className="small muted" ref={end} tabIndex={-1}>
        {words.one} {isFull && words.most}
      </p>
    </>
  );
}
