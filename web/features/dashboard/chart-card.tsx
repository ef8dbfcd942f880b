import './chart.css';
import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import Table from 'lucide-react/icons/table';
import { type ComponentType, useEffect, useState } from 'react';
import type { DonationDay } from '#contract/donation-list-routes.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useLastingProblem } from '#web/lib/use-lasting-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { amountText } from '#web/ui/amount.tsx';
import { written } from '#web/ui/written-number.ts';
import { chartDays, dayName } from './chart-days.ts';
import { DayPlot } from './day-plot.tsx';
import { DayTable } from './day-table.tsx';
import { newDayMs } from './new-day.ts';
import { useChosenDay } from './use-chosen-day.ts';

type View = 'chart' | 'table';

/** Below the dashboard's key: what makes the figures old makes the chart old. */
const dailyKey = [...queryKeys.dashboard, 'daily'];

/** Paid donations by day; loaded after the page's own three calls. */
export function ChartCard() {
  const [view, setView] = useState<View>('chart');
  const { data, error, refetch } = useQuery({
    queryKey: dailyKey,
    queryFn: () => call('dailyDonations', { query: { days: chartDays } }),
    refetchInterval: newDayMs,
  });
  useEffect(() => {
    if (error !== null) console.warn('The donations by day could not be loaded.', error);
  }, [error]);
  const { problem, forget } = useLastingProblem({ data, error }, dailyKey);
  const retry = () => {
    void refetch();
    forget();
  };
  const isPending = data === undefined && problem === null;
  const days = data?.days ?? [];
  const chosen = useChosenDay(days.map(({ date }) => date));
  const current = days[chosen.index];
  const words = texts('dashboard').chart;
  return (
    <section className="card s7 chart-card" aria-labelledby="by-day" aria-busy={isPending}>
      <header>
        <div className="grow">
          <h2 className="h3" id="by-day">
            {words.title(chartDays)}
          </h2>
          {current !== undefined && <DayWords day={current} />}
        </div>
        <ViewSwitch view={view} onChange={setView} />
      </header>
      {isPending && <PlotSkeleton />}
      {data === undefined && problem !== null && (
        <p className="small muted chart-failed" role="alert">
          {words.failed}{' '}
          <button type="button" className="btn small quiet" onClick={retry}>
            {texts('dashboard').tryAgain}
          </button>
        </p>
      )}
      {current !== undefined && view === 'chart' && <DayPlot days={days} chosen={chosen} />}
      {current !== undefined && view === 'table' && <DayTable days={days} />}
    </section>
  );
}

function DayWords({ day: { date, amount, count } }: { day: DonationDay }) {
  const words = texts('dashboard').chart;
  return (
    <p className="small muted num day-words">
      {dayName(date, 'short')}: <b>{amountText(amount)}</b>, {words.donations(count, written(count))}
    </p>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const words = texts('dashboard').chart;
  const choices: { value: View; Icon: ComponentType<{ className?: string }> }[] = [
    { value: 'chart', Icon: ChartColumn },
    { value: 'table', Icon: Table },
  ];
  return (
    <div className="seg" role="group" aria-label={words.view}>
      {choices.map(({ value, Icon }) => (
        <button key={value} type="button" aria-pressed={view === value} onClick={() => onChange(value)}>
          <Icon className="i s" />
          <span className="seg-word">{words[value]}</span>
        </button>
      ))}
    </div>
  );
}

/** Bars where the chart will stand. */
function PlotSkeleton() {
  return (
    <>
      <p className="sr" role="status">
        {texts('dashboard').chart.loading}
      </p>
      <div className="chart is-loading" style={{ '--days': chartDays }} aria-hidden="true">
        <div className="y" />
        <div className="plot">
          {Array.from({ length: chartDays }, (_, at) => (
            <div key={at} className="day">
              <span />
            </div>
          ))}
        </div>
        <div className="x" />
      </div>
    </>
  );
}
