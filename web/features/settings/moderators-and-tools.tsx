import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type AccessKind, scopeWords } from './access-scopes.ts';
import { EndAccess } from './end-access.tsx';
import { NewAccess } from './new-access.tsx';
import { SectionState } from '#web/ui/section-state.tsx';

/** Moderators' links and tools' tokens that are in force. */
export function ModeratorsAndTools() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.accessTokens,
    queryFn: () => call('accessTokens'),
  });
  const words = texts('settings').access;
  const [making, setMaking] = useState<AccessKind | null>(null);
  const [ending, setEnding] = useState<AccessToken | null>(null);
  return (
    <section className="card stack" aria-labelledby="access" tabIndex={-1}>
      <h2 className="h2" id="access">
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <AccessList tokens={data.data} onEnd={setEnding} />
      )}
      <div className="row wrapx">
        <button type="button" className="btn small secondary" onClick={() => setMaking('moderator')}>
          {words.kinds.moderator.create}
        </button>
        <button type="button" className="btn small secondary" onClick={() => setMaking('alerts')}>
          {words.kinds.alerts.create}
        </button>
      </div>
      {making !== null && <NewAccess kind={making} onClose={() => setMaking(null)} />}
      {ending !== null && <EndAccess token={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

interface AccessListProps {
  tokens: readonly AccessToken[];
  onEnd: (token: AccessToken) => void;
}

function AccessList({ tokens, onEnd }: AccessListProps) {
  const nowMs = useNow(30_000);
  if (tokens.length === 0) return <p className="small faint">{texts('settings').access.none}</p>;
  return (
    <ul className="rows">
      {tokens.map((token) => (
        <AccessRow key={token.id} token={token} nowMs={nowMs} onEnd={() => onEnd(token)} />
      ))}
    </ul>
  );
}

interface AccessRowProps {
  token: AccessToken;
  nowMs: number;
  onEnd: () => void;
}

function AccessRow({ token, nowMs, onEnd }: AccessRowProps) {
  const words = texts('settings').access;
  const row = useHandOnFocus<HTMLLIElement>('section');
  return (
    <li className="row access" ref={row}>
      <div className="grow">
        <p className="clip name" dir="auto">
          {token.name}
        </p>
        <p className="micro faint">
          {token.scopes.map((scope) => words.scopes[scopeWords[scope]]).join(', ')}
          {token.hidesAmounts && `, ${words.withoutAmounts}`}
          {` · ${words.made(formatDate(token.createdAt))} · `}
          {token.lastUsedAt === null ? words.neverUsed : words.lastUsed(timeAgo(token.lastUsedAt, nowMs))}
        </p>
      </div>
      <button
        type="button"
        className="btn small danger-quiet"
        aria-label={words.endNamed(token.name)}
        onClick={onEnd}
      >
        {words.end}
      </button>
    </li>
  );
}
