import Archive from 'lucide-react/icons/archive';
import type { AdminBackups, BackupRunView } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';
import { written } from '#web/ui/written-number.ts';
import { PartRow } from './part-row.tsx';
import { writtenSize } from './written.ts';

const looks = {
  writing: 'late',
  checking: 'late',
  good: 'good',
  failed: 'failing',
  missing: 'failing',
} as const;

/** The latest back-ups, with what became of each. */
export function BackupList({ backups: { runs } }: { backups: NonNullable<AdminBackups['backups']> }) {
  const words = texts('admin').backups;
  return (
    <section className="card s7" aria-labelledby="latest-backups">
      <header>
        <h3 className="h3" id="latest-backups">
          {words.list}
        </h3>
      </header>
      {runs.length === 0 && <p className="muted">{words.noneMore}</p>}
      <ul className="rows parts">
        {runs.map((run) => (
          <PartRow
            key={run.id}
            icon={<Archive className="i faint" aria-hidden="true" />}
            name={formatDate(run.startedAt)}
            more={moreOf(run)}
            state={looks[run.state]}
            stateWords={words.states[run.state]}
          />
        ))}
      </ul>
    </section>
  );
}

function moreOf({ state, failure, detail, bytes, rows }: BackupRunView): string {
  const words = texts('admin').backups;
  if (failure !== null) {
    const why = words.failures[failure];
    return `${why.charAt(0).toUpperCase()}${why.slice(1)} ${detail ?? ''}`;
  }
  if (state === 'missing') return words.missing;
  return bytes === null ? '' : words.rows(writtenSize(bytes), written(rows ?? 0));
}
