import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Ends a token after one more question. */
export function EndAccess({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const end = async () => {
    setBusy(true);
    try {
      await call('revokeAccessToken', { params: { id: token.id } });
      toast.success(`${token.name} has ended`);
      onClose();
    } catch (error) {
      toast.error(wordsFor(error, 'It could not be ended. Please try again.'));
      setBusy(false);
    }
    await queries.invalidateQueries({ queryKey: queryKeys.accessTokens });
  };

  return (
    <Dialog title={`End ${token.name}?`} onClose={onClose}>
      <p className="muted dialog-text">
        {token.scope === 'moderator'
          ? 'The link stops at once. Whoever has it open is cut off.'
          : 'The token stops at once. Tools and docks that use it are cut off.'}
      </p>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="btn danger" disabled={busy} onClick={() => void end()}>
          {busy ? 'Ending...' : 'End it'}
        </button>
      </div>
    </Dialog>
  );
}
