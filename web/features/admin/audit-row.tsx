import Gauge from 'lucide-react/icons/gauge';
import Server from 'lucide-react/icons/server';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import User from 'lucide-react/icons/user';
import type { AuditEntry } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';
import { auditWords } from './audit-words.ts';
import { detailWords } from './detail-words.ts';

const icons = { streamer: User, operator: Gauge, command: SquareTerminal, server: Server } as const;

/** One entry: what was done, why, and when. Its title has the details as the log does, ids and whole addresses too. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const words = texts('admin').log;
  const Icon = icons[entry.by.kind];
  const details = Object.entries(entry.detail);
  const said = details.map(([name, value]) => detailWords(name, value)).filter((text) => text !== null);
  const asWritten = details.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <li title={asWritten || undefined} tabIndex={-1}>
      <Icon className="i s faint" aria-hidden="true" />
      <div className="said">
        <p>{auditWords(entry)}</p>
        {entry.reason !== null && (
          <p className="small muted" dir="auto">
            {words.reason(entry.reason)}
          </p>
        )}
        {said.length > 0 && <p className="micro faint">{said.join(' · ')}</p>}
      </div>
      <time className="micro faint num" dateTime={entry.at}>
        {formatDate(entry.at)}
      </time>
    </li>
  );
}
