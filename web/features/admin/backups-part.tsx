import Archive from 'lucide-react/icons/archive';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminBackups } from '#contract/admin.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { BackupFacts } from './backup-facts.tsx';
import { BackupList } from './backup-list.tsx';
import { adminKey } from './use-admin-query.ts';

/** The back-ups that the server makes by itself: how they stand, the latest ones, and one now. */
export function BackupsPart({ data: { backups } }: { data: AdminBackups }) {
  const words = texts('admin').backups;
  return (
    <section className="stack" style={{ '--gap': '16px' }} aria-labelledby="backups">
      <div className="row between wrapx" style={{ '--gap': '8px 16px' }}>
        <h2 className="h2" id="backups">
          {words.heading}
        </h2>
        {backups !== null && <BackUpNow isBusy={backups.isRunning || backups.isWanted} />}
      </div>
      {backups === null ? (
        <p className="note warn">
          <Archive className="i" aria-hidden="true" />
          {words.off}
        </p>
      ) : (
        <div className="grid c12">
          <BackupFacts backups={backups} />
          <BackupList backups={backups} />
        </div>
      )}
    </section>
  );
}

function BackUpNow({ isBusy }: { isBusy: boolean }) {
  const words = texts('admin').backups;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const handleNow = async (): Promise<void> => {
    setAsking(true);
    try {
      await call('backUpNow');
      toast.success(words.started);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
    await queries.invalidateQueries({ queryKey: adminKey });
    setAsking(false);
  };
  return (
    <ActButton
      className="small secondary"
      busy={isBusy || isAsking}
      label={words.now}
      busyLabel={words.running}
      onAct={() => void handleNow()}
    />
  );
}
