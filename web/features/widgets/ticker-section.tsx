import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { DonationTicker } from '#web/ui/donation-ticker.tsx';
import { ChoiceField, numbersTo } from '#web/ui/choice-field.tsx';
import { sampleTicker } from './sample-donors.ts';
import { useWidgetChange, type WidgetView } from './use-widgets.ts';
import { WidgetCard } from './widget-card.tsx';

/** The latest donations: how many. Stored at once. */
export function TickerSection({ view, linkCode }: { view: WidgetView; linkCode: string }) {
  const { settings, state } = view;
  const { count } = settings.ticker;
  const { busy, change } = useWidgetChange();
  const words = texts('widgets').ticker;
  const isSample = state.ticker.length === 0;
  const shown = isSample ? sampleTicker.slice(0, count) : state.ticker;
  return (
    <WidgetCard
      kind="ticker"
      title={words.title}
      linkCode={linkCode}
      isSample={isSample}
      preview={<DonationTicker ticker={shown} />}
    >
      <div className="stack">
        <ChoiceField
          label={words.count}
          hint={words.countHint}
          value={count}
          choices={numbersTo(20)}
          busy={busy}
          onPick={(picked) =>
            void change(() => call('changeWidgets', { body: { ticker: { count: picked } } }), words.saved)
          }
        />
        <p className="hint">{words.unnamed}</p>
      </div>
    </WidgetCard>
  );
}
