import { useQueryClient } from '@tanstack/react-query';
import type { AccessToken } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { kindOf } from './access-scopes.ts';

/** Ends a token after one more question. */
export function EndAccess({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const words = texts('settings').access;
  const queries = useQueryClient();

  const end = async () => {
    try {
      await call('revokeAccessToken', { params: { id: token.id } });
      toast.success(words.ended(token.name));
      onClose();
    } catch (error) {
      toast.error(wordsFor(error, words.endFailed));
    }
    await queries.invalidateQueries({ queryKey: queryKeys.accessTokens });
  };

  return (
    <AskFirst
      question={words.question(token.name)}
      effects={[words.effect[kindOf(token)]]}
      keep={words.keep}
      confirm={words.confirm}
      busyLabel={words.ending}
      onKeep={onClose}
      onConfirm={end}
    />
  );
}
