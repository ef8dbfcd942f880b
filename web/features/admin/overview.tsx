import type { AdminBackups } from '#contract/admin.ts';
import { call } from '#web/lib/call.ts';
import { AlarmCards } from './alarm-cards.tsx';
import { BackupsPart } from './backups-part.tsx';
import { HealthCards } from './health-cards.tsx';
import { MoneyPart } from './money-part.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { StateSentence } from './state-sentence.tsx';
import { UpdatedLine } from './updated-line.tsx';
import { useAdminQuery } from './use-admin-query.ts';

const isBackingUp = ({ backups }: AdminBackups): boolean =>
  backups !== null && (backups.isRunning || backups.isWanted);

/** First a sentence on how things stand, then health, alarms, the money that is on its way, and back-ups. */
export function Overview() {
  const health = useAdminQuery(['health'], () => call('adminHealth'));
  const alarms = useAdminQuery(['alarms'], () => call('adminAlarms'));
  const money = useAdminQuery(['money'], () => call('adminMoney'));
  const backups = useAdminQuery(['backups'], () => call('adminBackups'), isBackingUp);
  const toSetUp = [
    alarms.data?.ways.length === 0,
    backups.data !== undefined && backups.data.backups?.isBesideDatabase !== false,
  ].filter(Boolean).length;
  return (
    <>
      {health.data !== undefined && (
        <StateSentence health={health.data} toSetUp={toSetUp} isOld={health.isError} />
      )}
      <UpdatedLine queries={[health, alarms, money, backups]} />
      {health.data === undefined ? (
        <SectionState isCard error={health.error} onRetry={() => void health.refetch()} />
      ) : (
        <HealthCards health={health.data} />
      )}
      {alarms.data === undefined ? (
        <SectionState isCard error={alarms.error} onRetry={() => void alarms.refetch()} />
      ) : (
        <AlarmCards alarms={alarms.data} />
      )}
      {money.data === undefined ? (
        <SectionState isCard error={money.error} onRetry={() => void money.refetch()} />
      ) : (
        <MoneyPart money={money.data} />
      )}
      {backups.data === undefined ? (
        <SectionState isCard error={backups.error} onRetry={() => void backups.refetch()} />
      ) : (
        <BackupsPart data={backups.data} />
      )}
    </>
  );
}
