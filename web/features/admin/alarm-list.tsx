import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import type { AdminAlarms } from '#contract/alarms.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { writtenSpan } from './written.ts';

/** So many of the past ones stand there before somebody asks for the others. */
const fewPast = 4;

/** Alarms that stand, the worst first, then those that are over, the newest first. */
export function AlarmList({ alarms: { standing, past, ways } }: { alarms: AdminAlarms }) {
  const words = texts('admin').alarms;
  const nowMs = useNow(10_000);
  const [isAll, setAll] = useState(false);
  if (standing.length + past.length === 0)
    return (
      <p className="row muted" style={{ '--gap': '8px' }}>
        <CircleCheck className="i s" aria-hidden="true" />
        {words.none}
      </p>
    );
  const isFolded = !isAll && past.length > fewPast;
  return (
    <>
      <ul className="rows alarms">
        {standing.map((alarm) => (
          <Standing key={alarm.id} alarm={alarm} isTold={ways.length > 0} nowMs={nowMs} />
        ))}
        {(isFolded ? past.slice(0, fewPast) : past).map((alarm) => (
          <Past key={alarm.id} alarm={alarm} />
        ))}
      </ul>
      {isFolded && (
        <button type="button" className="btn small quiet" onClick={() => setAll(true)}>
          {words.showAll(past.length - fewPast)}
        </button>
      )}
    </>
  );
}

function Past({
  alarm: { code, name, raisedAt, clearedAt, wasTold },
}: {
  alarm: AdminAlarms['past'][number];
}) {
  const words = texts('admin').alarms;
  const span = writtenSpan(Date.parse(clearedAt) - Date.parse(raisedAt));
  return (
    <li className="row">
      <CircleCheck className="i faint" aria-hidden="true" />
      <div className="grow">
        <p className="name">{words.titles[code](name ?? '')}</p>
        <p className="micro faint num">
          {words.lasted(formatDate(raisedAt), span)}
          {!wasTold && ` · ${words.neverTold}`}
        </p>
      </div>
      <span className="pill plain">{words.over}</span>
    </li>
  );
}

interface StandingProps {
  alarm: AdminAlarms['standing'][number];
  /** Somebody could be told. */
  isTold: boolean;
  nowMs: number;
}

function Standing({ alarm: { code, name, level, raisedAt, toldAt }, isTold, nowMs }: StandingProps) {
  const words = texts('admin').alarms;
  const Icon = level === 'problem' ? CircleX : TriangleAlert;
  const told = toldAt === null ? words.notTold : words.lastTold(timeAgo(toldAt, nowMs));
  return (
    <li className="row">
      <Icon className={`i ${level}`} aria-hidden="true" />
      <div className="grow">
        <p className="name">{words.titles[code](name ?? '')}</p>
        <p className="micro faint num">
          {words.raised(timeAgo(raisedAt, nowMs))}
          {isTold && ` · ${told}`}
        </p>
      </div>
      <span className={level === 'problem' ? 'pill st-failed' : 'pill st-pending'}>
        <Icon className="i" aria-hidden="true" />
        {words[level]}
      </span>
    </li>
  );
}
