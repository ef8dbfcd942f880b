import Mail from 'lucide-react/icons/mail';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WebhookIcon from 'lucide-react/icons/webhook';
import type { AdminAlarms } from '#contract/alarms.ts';
import { texts } from '#web/texts/texts.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { AlarmList } from './alarm-list.tsx';
import { PartRow } from './part-row.tsx';
import { writtenUntil } from './written.ts';

/** By which ways somebody is told of trouble, and what they are or were told. */
export function AlarmCards({ alarms }: { alarms: AdminAlarms }) {
  const words = texts('admin').alarms;
  return (
    <section className="stack" style={{ '--gap': '16px' }} aria-labelledby="alarms">
      <h2 className="h2" id="alarms">
        {words.heading}
      </h2>
      <div className="grid c12">
        <section className="card s7" aria-labelledby="alarm-list">
          <header>
            <h3 className="h3" id="alarm-list">
              {words.list}
            </h3>
          </header>
          <AlarmList alarms={alarms} />
        </section>
        <section className="card s5" aria-labelledby="alarm-ways">
          <header>
            <h3 className="h3" id="alarm-ways">
              {words.told}
            </h3>
          </header>
          <Ways ways={alarms.ways} />
        </section>
      </div>
    </section>
  );
}

function Ways({ ways }: Pick<AdminAlarms, 'ways'>) {
  const words = texts('admin').alarms;
  const nowMs = useNow(10_000);
  if (ways.length === 0)
    return (
      <div className="note warn">
        <TriangleAlert className="i" aria-hidden="true" />
        <div>
          <p className="h3">{words.nobody}</p>
          <p>{words.nobodyMore}</p>
        </div>
      </div>
    );
  return (
    <ul className="rows alarms">
      {ways.map((way) => {
        const Icon = way.way === 'mail' ? Mail : WebhookIcon;
        const state = stateOf(way);
        return (
          <PartRow
            key={way.way}
            icon={<Icon className="i faint" aria-hidden="true" />}
            name={words[way.way](way.place)}
            more={sayWay(way, nowMs)}
            state={state}
            stateWords={{ failing: words.bad, good: words.good, unused: words.unused }[state]}
          />
        );
      })}
    </ul>
  );
}

type Way = AdminAlarms['ways'][number];

function stateOf({ failing, deliveredAt }: Way): 'failing' | 'good' | 'unused' {
  if (failing !== null) return 'failing';
  return deliveredAt === null ? 'unused' : 'good';
}

function sayWay({ failing, deliveredAt }: Way, nowMs: number): string {
  const words = texts('admin').alarms;
  if (failing !== null) {
    const why = words.failing(
      words.failures[failing.why],
      failing.status === null ? '' : String(failing.status),
    );
    // The others were told: nothing is tried again.
    if (deliveredAt !== null && deliveredAt >= failing.since)
      return `${why} ${words.othersTold(timeAgo(deliveredAt, nowMs))}`;
    return `${why} ${words.nextTry(writtenUntil(failing.nextAt, nowMs))}`;
  }
  return deliveredAt === null ? words.noneYet : words.delivered(timeAgo(deliveredAt, nowMs));
}
