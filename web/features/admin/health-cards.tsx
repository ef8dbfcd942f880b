import Database from 'lucide-react/icons/database';
import Link2 from 'lucide-react/icons/link-2';
import Radio from 'lucide-react/icons/radio';
import Server from 'lucide-react/icons/server';
import type { AdminHealth } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { FactList } from './fact-list.tsx';
import { PartRow } from './part-row.tsx';
import { written } from '#web/ui/written-number.ts';
import { writtenSeconds, writtenSize } from './written.ts';

/** Every part of the installation, and what is on stream. */
export function HealthCards({ health }: { health: AdminHealth }) {
  const words = texts('admin').health;
  return (
    <div className="grid c12">
      <section className="card s7" aria-labelledby="health">
        <header>
          <h2 className="h3" id="health">
            {words.heading}
          </h2>
          <span className="pill plain num">
            {words.version} {health.version}
          </span>
        </header>
        <Parts health={health} />
      </section>
      <section className="card s5" aria-labelledby="on-stream">
        <header>
          <h2 className="h3" id="on-stream">
            {words.onStream}
          </h2>
        </header>
        <OnStream health={health} />
      </section>
    </div>
  );
}

function Parts({ health }: { health: AdminHealth }) {
  const words = texts('admin').health;
  const nowMs = useNow(10_000);
  const isLate = health.findings.some(({ code }) => code === 'events_late');
  return (
    <ul className="rows parts">
      <PartRow
        icon={<Database className="i faint" aria-hidden="true" />}
        name={words.database}
        more={words.databaseMore(
          health.database.version,
          health.database.schema,
          writtenSize(health.database.bytes),
        )}
        state="good"
        stateWords={words.good}
      />
      {health.nodes.map((node) => (
        <PartRow
          key={node.name}
          icon={<Link2 className="i faint" aria-hidden="true" />}
          name={words.node(node.name)}
          more={
            node.state === 'unused'
              ? words.nodeMore.unused
              : `${words.nodeMore[node.state]} ${node.answeredAt === null ? words.never : timeAgo(node.answeredAt, nowMs)}`
          }
          state={node.state}
          stateWords={words[node.state]}
        />
      ))}
      {health.processes.map((process) => (
        <PartRow
          key={process.id}
          icon={<Server className="i faint" aria-hidden="true" />}
          name={words.process(process.id)}
          more={words.processMore(timeAgo(process.startedAt, nowMs))}
          state="good"
          stateWords={words.good}
        />
      ))}
      <PartRow
        icon={<Radio className="i faint" aria-hidden="true" />}
        name={words.live}
        more={words.liveMore(writtenSeconds(health.eventLagSeconds))}
        state={isLate ? 'late' : 'good'}
        stateWords={isLate ? words.late : words.good}
      />
    </ul>
  );
}

function OnStream({ health: { overlays, alerts } }: { health: AdminHealth }) {
  const words = texts('admin').health;
  return (
    <FactList
      facts={[
        [words.overlays, words.overlaysMore(written(overlays.connected), written(overlays.visible))],
        [words.waiting, written(alerts.waiting)],
        [words.toApprove, written(alerts.toApprove)],
        [words.tray, written(alerts.inTray)],
      ]}
    />
  );
}
