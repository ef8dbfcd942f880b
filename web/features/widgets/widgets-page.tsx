import './widgets.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { GoalSection } from './goal-section.tsx';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { StreamCard } from './stream-card.tsx';
import { TickerSection } from './ticker-section.tsx';
import { useWidgets } from './use-widgets.ts';

/** /app/widgets */
export function WidgetsPage() {
  const words = texts('widgets');
  useTitle(words.title);
  const { connect } = useLive();
  const widgets = useWidgets();
  const link = useQuery({ queryKey: queryKeys.donationLink, queryFn: () => call('donationLink') });
  useEffect(connect, [connect]);

  const error = widgets.error ?? link.error;
  const retry = () => void Promise.all([widgets.refetch(), link.refetch()]);
  if (widgets.data === undefined || link.data === undefined) {
    return error === null ? <PageSpinner /> : <NotLoaded message={error.message} onRetry={retry} />;
  }
  const view = widgets.data;
  const { linkCode } = link.data;
  return (
    <>
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          <p className="muted">{words.lead}</p>
        </div>
      </div>
      <div className="stack" style={{ '--gap': '24px' }}>
        <StreamCard stream={view.state.stream} />
        <GoalSection view={view} linkCode={linkCode} />
        <LeaderboardSection view={view} linkCode={linkCode} />
        <TickerSection view={view} linkCode={linkCode} />
      </div>
    </>
  );
}

function NotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="card stack" role="alert">
      <p className="muted">{texts('widgets').notLoaded(message)}</p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {texts('widgets').tryAgain}
      </button>
    </div>
  );
}
