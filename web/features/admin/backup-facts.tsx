import HardDrive from 'lucide-react/icons/hard-drive';
import type { AdminBackups } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { written } from '#web/ui/written-number.ts';
import { writtenSize, writtenUntil } from './written.ts';

/** When the last good one was made, when the next one is, what stays, and where. */
export function BackupFacts({ backups }: { backups: NonNullable<AdminBackups['backups']> }) {
  const words = texts('admin').backups;
  const nowMs = useNow(10_000);
  const { lastGood, nextAt, isRunning, isWanted, everyHours, keep } = backups;
  const isDue = isWanted || Date.parse(nextAt) <= nowMs;
  return (
    <section className="card s5 backup-facts" aria-labelledby="last-backup">
      <header>
        <h3 className="h3" id="last-backup">
          {words.last}
        </h3>
      </header>
      <p className="fig">{lastGood === null ? words.none : timeAgo(lastGood.startedAt, nowMs)}</p>
      <p className="micro muted num">
        {lastGood === null
          ? words.noneMore
          : words.lastMore(writtenSize(lastGood.bytes ?? 0), written(lastGood.rows ?? 0))}
      </p>
      <dl className="facts">
        <div>
          <dt>{words.next}</dt>
          <dd>{isRunning ? words.running : isDue ? words.soon : writtenUntil(nextAt, nowMs)}</dd>
        </div>
        <div>
          <dt>{words.made}</dt>
          <dd>{words.every(everyHours)}</dd>
        </div>
        <div>
          <dt>{words.keep}</dt>
          <dd className="num">{words.keepValue(keep)}</dd>
        </div>
        <div>
          <dt>{words.place}</dt>
          <dd className="place">{backups.place}</dd>
        </div>
      </dl>
      <p className={backups.isBesideDatabase ? 'note warn small' : 'note small'}>
        <HardDrive className="i" aria-hidden="true" />
        {backups.isBesideDatabase ? words.beside : words.elsewhere}
      </p>
    </section>
  );
}
