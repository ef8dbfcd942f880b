import { type ReactNode, useEffect, useState } from 'react';
import type { WidgetKind, WidgetState } from '#contract/widgets.ts';
import { DonationTicker } from '#web/ui/donation-ticker.tsx';
import { GoalBar } from '#web/ui/goal-bar.tsx';
import { Leaderboard } from '#web/ui/leaderboard.tsx';
import { texts } from '#web/texts/texts.ts';
import { openWidgetConnection } from './widget-connection.ts';

const views: Record<WidgetKind, (state: WidgetState) => ReactNode> = {
  goal: ({ goal }) => <GoalBar goal={goal} />,
  leaderboard: ({ leaderboard }) => <Leaderboard leaderboard={leaderboard} />,
  ticker: ({ ticker }) => <DonationTicker ticker={ticker} />,
};

interface WidgetPageProps {
  kind: WidgetKind;
  linkCode: string;
  isPreview: boolean;
}

/**
 * The widget as the server last told it. Until then, and for a code that opens nothing, the page is empty: words of its
 * own are only in the preview. While the server is away it keeps showing what it knew.
 */
export function WidgetPage({ kind, linkCode, isPreview }: WidgetPageProps) {
  const [state, setState] = useState<WidgetState | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    openWidgetConnection({
      linkCode,
      onConnected(isConnected) {
        document.documentElement.dataset['connected'] = String(isConnected);
      },
      onState(told) {
        setState(told);
        setUnknown(false);
      },
      onRefused(code) {
        if (code !== 'invalid_link_code') return;
        setState(null);
        setUnknown(true);
      },
    });
  }, [linkCode]);
  if (isUnknown && isPreview) {
    return (
      <p className="overlay-note" role="alert">
        {texts('stream').invalidUrl}
      </p>
    );
  }
  return state !== null && <main className="stream-widget-page">{views[kind](state)}</main>;
}
