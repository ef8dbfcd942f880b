import Undo2 from 'lucide-react/icons/undo-2';
import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { nextToPlay } from './desk-changes.ts';
import { useDesk } from './desk-provider.tsx';
import { shortcutKeys, shortcutName } from './shortcuts.ts';

/** What can be done with the queue as a whole: let one alert out while it is paused, and clear it. */
export function QueueActs({ desk }: { desk: AlertDesk }) {
  const { actions } = useDesk();
  const words = texts('desk').queue;
  const next = nextToPlay(desk);
  return (
    <div className="row queue-acts" style={{ '--gap': '4px' }}>
      {desk.isPaused && (
        <button
          type="button"
          className="btn small secondary"
          title={`${words.playNextLabel} (${shortcutName('next')})`}
          aria-label={words.playNextLabel}
          aria-keyshortcuts={shortcutKeys.next}
          aria-disabled={next === null}
          onClick={() => next !== null && actions.playNext(next.id)}
        >
          {words.playNext}
        </button>
      )}
      <button
        type="button"
        className="btn small quiet"
        title={words.clearTitle}
        aria-label={words.clearLabel}
        aria-disabled={desk.counts.next === 0}
        onClick={() => desk.counts.next > 0 && actions.clear()}
      >
        {words.clear}
      </button>
    </div>
  );
}

/** Says how much was cleared, for as long as it can be put back. */
export function ClearedNotice({ count }: { count: number }) {
  const { actions } = useDesk();
  const words = texts('desk').queue;
  if (count === 0) return null;
  return (
    <div className="row cleared" style={{ '--gap': '8px' }}>
      <button
        type="button"
        className="btn small secondary"
        aria-label={words.putBackLabel}
        onClick={actions.putBack}
      >
        <Undo2 className="i s" />
        {texts('desk').acts.undo}
      </button>
      <p className="grow small" role="status">
        {words.cleared(count)}
      </p>
    </div>
  );
}
