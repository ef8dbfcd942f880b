import { leaderboardSpans, type WidgetSettings } from '#contract/widgets.ts';
import { call } from '#web/lib/call.ts';
import { Leaderboard, spanWords } from '#web/ui/leaderboard.tsx';
import { ChoiceField, numbersTo } from './choice-field.tsx';
import { samplePlaces } from './sample-donors.ts';
import { useWidgetChange, type WidgetView } from './use-widgets.ts';
import { WidgetCard } from './widget-card.tsx';

const spanHints: Record<WidgetSettings['leaderboard']['span'], string> = {
  day: 'From midnight in your time zone.',
  stream: 'The stream that is running; after its end the last one, until the next.',
  all: 'Everything since you registered.',
};

/** The leaderboard: over which time, and how many places. Each choice is stored at once. */
export function LeaderboardSection({ view, url }: { view: WidgetView; url: string }) {
  const { settings, state } = view;
  const { span, places } = settings.leaderboard;
  const { busy, change } = useWidgetChange();
  const store = (changed: Partial<WidgetSettings['leaderboard']>) => {
    const leaderboard = { span, places, ...changed };
    void change(() => call('changeWidgets', { body: { leaderboard } }), 'Leaderboard saved');
  };
  const isSample = state.leaderboard.places.length === 0;
  const shown = isSample ? samplePlaces.slice(0, places) : state.leaderboard.places;
  return (
    <WidgetCard
      kind="leaderboard"
      title="Leaderboard"
      url={url}
      isSample={isSample}
      preview={<Leaderboard leaderboard={{ span, places: shown }} />}
    >
      <div className="stack">
        <ChoiceField
          label="Counts"
          hint={spanHints[span]}
          value={span}
          choices={leaderboardSpans.map((value) => ({ value, label: spanWords[value] }))}
          disabled={busy}
          onPick={(picked) => store({ span: picked })}
        />
        <ChoiceField
          label="Places"
          value={places}
          choices={numbersTo(10)}
          disabled={busy}
          onPick={(picked) => store({ places: picked })}
        />
        <p className="hint">Left out: donors without a name, and whoever you blocked or rejected.</p>
      </div>
    </WidgetCard>
  );
}
