import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AdminAlarms } from '#contract/alarms.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { writtenSpan } from './written.ts';

/** Alarms that stand, the worst first, then those that are over, the newest first. */
export function AlarmList({ alarms: { standing, past, ways } }: { alarms: AdminAlarms }) {
  const words = texts('admin').alarms;
  const nowMs = useNow(10_000);
  if (standing.length + past.length === 0)
    return (
      <p className="row muted" style={{ '--gap': '8px' }}>
        <CircleCheck className="i s" aria-hidden="true" />
        {words.none}
      </p>
    );
  return (
    <ul className="rows alarms">
      {standing.map((alarm) => (
        <Standing key={alarm.id} alarm={alarm} isTold={ways.length > 0} nowMs={nowMs} />
      ))}
      {past.map(({ id, code, name, raisedAt, clearedAt, wasTold }) => (
        <li key={id} className="row">
          <CircleCheck className="i faint" aria-hidden="true" />
          <div className="grow">
            <p className="name">{words.titles[code](name ?? '')}</p>
            <p className="micro faint num">
              {words.lasted(formatDate(raisedAt), writtenSpan(Date.parse(clearedAt) - Date.parse(raisedAt)))}
              {!wasTold && ` · ${words.neverTold}`}
            </p>
          </div>
          <span className="pill plain">{words.over}</span>
        </li>
      ))}
    </ul>
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
