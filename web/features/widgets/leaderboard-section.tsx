import { leaderboardSpans, type WidgetSettings } from '#contract/widgets.ts';
import { call } from '#web/lib/call.ts';
import { inSavingTurn } from '#web/lib/saving-turn.ts';
import { texts } from '#web/texts/texts.ts';
import { Leaderboard } from '#web/ui/leaderboard.tsx';
import { SolOnly } from '#web/ui/sol-only.tsx';
import { ChoiceField, numbersTo } from '#web/ui/choice-field.tsx';
import { samplePlaces } from './sample-donors.ts';
import { useWidgetChange, type WidgetView } from './use-widgets.ts';
import { WidgetCard } from './widget-card.tsx';

/** The leaderboard: over which time, and how many places. Each choice is stored at once. */
export function LeaderboardSection({ view, linkCode }: { view: WidgetView; linkCode: string }) {
  const { settings, state } = view;
  const { span, places } = settings.leaderboard;
  const { busy, change } = useWidgetChange();
  const store = (changed: Partial<WidgetSettings['leaderboard']>) => {
    // Both are sent: the other one is what is saved now, perhaps by another tab.
    const act = async () => {
      const now = await call('widgets');
      return call('changeWidgets', { body: { leaderboard: { ...now.settings.leaderboard, ...changed } } });
    };
    void change(() => inSavingTurn(act), texts('widgets').leaderboard.saved);
  };
  const words = texts('widgets').leaderboard;
  const isSample = state.leaderboard.places.length === 0;
  const shown = isSample ? samplePlaces.slice(0, places) : state.leaderboard.places;
  return (
    <WidgetCard
      kind="leaderboard"
      title={words.title}
      linkCode={linkCode}
      isSample={isSample}
      preview={<Leaderboard leaderboard={{ span, places: shown }} />}
    >
      <div className="stack">
        <ChoiceField
          label={words.counts}
          hint={words.spanHints[span]}
          value={span}
          choices={leaderboardSpans.map((value) => ({ value, label: texts('stream').spans[value] }))}
          busy={busy}
          onPick={(picked) => store({ span: picked })}
        />
        <ChoiceField
          label={words.places}
          value={places}
          choices={numbersTo(10)}
          busy={busy}
          onPick={(picked) => store({ places: picked })}
        />
        <p className="hint">{words.leftOut}</p>
        <SolOnly>{texts('widgets').solOnly}</SolOnly>
      </div>
    </WidgetCard>
  );
}
