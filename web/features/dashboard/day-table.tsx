import type { DonationDay } from '#contract/donation-list-routes.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { written } from '#web/ui/written-number.ts';
import { dayName } from './chart-days.ts';

/** The data of the chart as a table, the newest day first. It scrolls by keyboard too. */
export function DayTable({ days }: { days: readonly DonationDay[] }) {
  const words = texts('dashboard').chart;
  return (
    <div className="day-table" role="region" aria-label={words.tableLabel} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col" className="end">
              {words.count}
            </th>
            <th scope="col" className="end">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ date, count, amount }) => (
            <tr key={date}>
              <th scope="row">{dayName(date, 'short')}</th>
              <td className="end">{written(count)}</td>
              <td className="end">
                <Amount sol={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
