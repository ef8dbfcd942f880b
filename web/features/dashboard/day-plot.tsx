import type { DonationDay } from '#contract/donation-list-routes.ts';
import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { texts } from '#web/texts/texts.ts';
import { spokenDay } from './chart-days.ts';
import { axisTop, barPercent } from './chart-scale.ts';
import type { useChosenDay } from './use-chosen-day.ts';

interface DayPlotProps {
  days: readonly DonationDay[];
  chosen: ReturnType<typeof useChosenDay>;
}

/** One bar a day. The whole plot is one slider: its value is the day that is looked at. */
export function DayPlot({ days, chosen: { index, handlers } }: DayPlotProps) {
  const lamports = days.map(({ amount }) => solToLamports(amount));
  const top = axisTop(lamports);
  const isEmpty = lamports.every((day) => day === 0n);
  const current = days[index];
  return (
    <div className="chart" style={{ '--days': days.length }}>
      <div className="y" aria-hidden="true">
        {!isEmpty && (
          <>
            <span>{lamportsToSolString(top)}</span>
            <span>{lamportsToSolString(top / 2n)}</span>
            <span>0</span>
          </>
        )}
      </div>
      <div
        className={isEmpty ? 'plot is-empty' : 'plot'}
        role="slider"
        tabIndex={0}
        aria-label={texts('dashboard').chart.day}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={current && spokenDay(current)}
        {...handlers}
      >
        {lamports.map((day, at) => (
          <div
            key={days[at]?.date}
            className={at === index ? 'day is-current' : 'day'}
            style={{ '--v': `${barPercent(day, top)}%` }}
          >
            <span />
          </div>
        ))}
        {isEmpty && <p className="small muted plot-empty">{emptyWords(days)}</p>}
      </div>
      <div className="x" aria-hidden="true">
        {days.map(({ date }, at) => (
          <span key={date}>{at === index ? <b>{dayOfMonth(date)}</b> : dayOfMonth(date)}</span>
        ))}
      </div>
    </div>
  );
}

/** Why there is no bar. Donations in tokens are counted, and no part of the amount. */
function emptyWords(days: readonly DonationDay[]): string {
  const words = texts('dashboard').chart;
  return days.every(({ count }) => count === 0) ? words.nothing(days.length) : words.noSol(days.length);
}

function dayOfMonth(date: string): number {
  return Number(date.slice(-2));
}
