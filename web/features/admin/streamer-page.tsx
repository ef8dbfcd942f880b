import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AdminStreamerDetails } from '#contract/admin.ts';
import { call } from '#web/lib/call.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ActDialog, type Act } from './act-dialog.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { StreamerFacts, SuspendedSince } from './streamer-facts.tsx';
import { StreamerPills } from './streamer-pills.tsx';
import { StreamerSessions } from './streamer-sessions.tsx';
import { UpdatedLine } from './updated-line.tsx';
import { useAdminQuery } from './use-admin-query.ts';

/** /admin/streamers/ID: one account, what can be done about it, and where it is signed in. */
export function StreamerPage() {
  const { id = '' } = useParams();
  const words = texts('admin').streamer;
  const read = useAdminQuery(['streamer', id], () => call('adminStreamer', { params: { id } }));
  const [act, setAct] = useState<Act | null>(null);
  const streamer = read.data?.streamer;
  return (
    <>
      <div className="row between wrapx list-head">
        <Link className="btn small quiet back" to="/admin/streamers">
          <ArrowLeft className="i s" aria-hidden="true" />
          {words.back}
        </Link>
        <UpdatedLine queries={[read]} />
      </div>
      {read.data === undefined || streamer?.id !== id ? (
        <SectionState isCard error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <>
          <StreamerHead streamer={streamer} onAct={setAct} />
          {streamer.suspendedAt !== null && <SuspendedSince at={streamer.suspendedAt} />}
          <StreamerFacts streamer={streamer} />
          <StreamerSessions
            sessions={read.data.sessions}
            onEnd={(session) =>
              setAct({ kind: session === null ? 'endAll' : 'endOne', session: session?.id ?? '' })
            }
          />
          {act !== null && <ActDialog act={act} streamer={streamer} onClose={() => setAct(null)} />}
        </>
      )}
    </>
  );
}

interface StreamerHeadProps {
  streamer: AdminStreamerDetails;
  onAct: (act: Act) => void;
}

function StreamerHead({ streamer, onAct }: StreamerHeadProps) {
  const words = texts('admin').streamer;
  const isOwn = useUser().id === streamer.id;
  const isSuspended = streamer.suspendedAt !== null;
  return (
    <div className="row between wrapx streamer-head">
      <div className="row">
        <Avatar name={streamer.username} />
        <h2 className="h2 clip">{streamer.username}</h2>
        <StreamerPills streamer={streamer} />
      </div>
      {isOwn && !isSuspended ? (
        <p className="small muted">{words.own}</p>
      ) : (
        <button
          type="button"
          className={isSuspended ? 'btn secondary' : 'btn danger-quiet'}
          onClick={() => onAct({ kind: isSuspended ? 'unsuspend' : 'suspend', session: '' })}
        >
          {isSuspended ? words.unsuspend : words.suspend}
        </button>
      )}
    </div>
  );
}
