import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AdminHealth, OperationFinding } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { writtenSize } from './written.ts';

interface StateSentenceProps {
  health: AdminHealth;
  /** How many things would help in trouble and are not there yet. */
  toSetUp: number;
  /** It could not be read again: nobody knows how things stand now. */
  isOld: boolean;
}

/** How things stand in a sentence; where something is wrong, what it is and what to do. */
export function StateSentence({ health: { findings }, toSetUp, isOld }: StateSentenceProps) {
  const words = texts('admin').state;
  if (isOld || findings.length > 0) {
    const isBad = !isOld && findings.some(({ level }) => level === 'problem');
    const Icon = isBad ? CircleX : TriangleAlert;
    return (
      <section className={`note ${isBad ? 'danger' : 'warn'} state`} aria-labelledby="state">
        <Icon className="i l" aria-hidden="true" />
        <div>
          <div role="status">
            <h2 className="h2" id="state">
              {isOld ? words.unknown : words.things(findings.length)}
            </h2>
          </div>
          <Findings findings={findings} />
        </div>
      </section>
    );
  }
  return (
    <section className="note good state" aria-labelledby="state">
      <CircleCheck className="i l" aria-hidden="true" />
      <div>
        <div role="status">
          <h2 className="h2" id="state">
            {toSetUp > 0 ? words.toSetUp(toSetUp) : words.well}
          </h2>
        </div>
        <p>{words.wellMore}</p>
      </div>
    </section>
  );
}

function Findings({ findings }: { findings: readonly OperationFinding[] }) {
  const words = texts('admin');
  const nowMs = useNow(10_000);
  return (
    <ul className="findings">
      {findings.map(({ code, level, count, since, name }) => (
        <li key={`${code} ${name ?? ''}`}>
          <p className="what">
            <span className="level">{words.state[level]}</span>{' '}
            {words.findings[code].what({
              count: count ?? 0,
              name: name ?? '',
              size: writtenSize((count ?? 0) * 1e6),
              since: since === null ? '' : timeAgo(since, nowMs),
            })}
          </p>
          <p className="small">{words.findings[code].todo}</p>
        </li>
      ))}
    </ul>
  );
}
