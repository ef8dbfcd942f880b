import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { operatorReason } from '#contract/admin.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { isAboutProof, type Proof, proofBody, proofMissing, type ProofWanted } from './proof.ts';
import { ProofFields } from './proof-fields.tsx';
import { adminKey } from './use-admin-query.ts';

/** What an operator is about to do; `session` names the one to end. */
export interface Act {
  kind: 'suspend' | 'unsuspend' | 'endOne' | 'endAll';
  session: string;
}

interface ActDialogProps {
  act: Act;
  streamer: { id: string; username: string };
  onClose: () => void;
}

interface ActForm {
  reason: string;
  /** Never typed here: what is wrong with password or code is said beside them. */
  proof?: string;
}

/** Says what happens, asks why, and for the password where that was typed too long ago. Then does it. */
export function ActDialog({ act, streamer, onClose }: ActDialogProps) {
  const words = texts('admin').acts;
  const { title, effect, confirm, done } = words[act.kind];
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<ProofWanted | null>(null);
  const [proof, setProof] = useState<Proof>({ password: '', code: '' });
  const { register, handleSubmit, formState, setError } = useForm<ActForm>({
    resolver: resolveWith<ActForm>(operatorReason),
    defaultValues: { reason: '' },
  });

  const handleAct = handleSubmit(async ({ reason }) => {
    try {
      if (wanted !== null) await call('confirmPassword', { body: proofBody(wanted, proof) });
      await send(act, streamer.id, reason);
      toast.success(done(streamer.username));
      onClose();
    } catch (error) {
      const missing = proofMissing(error);
      const message = wordsFor(error, words.failed);
      if (missing !== null && missing !== wanted) setWanted(missing);
      else setError(wanted !== null && isAboutProof(error) ? 'proof' : 'reason', { message });
    }
    // Not waited for: what was refused can be sent anew at once.
    void queries.invalidateQueries({ queryKey: adminKey });
  });

  return (
    <Dialog title={title(streamer.username)} onClose={onClose}>
      <form className="stack dialog-text" noValidate onSubmit={(event) => void handleAct(event)}>
        <p className="muted">{effect}</p>
        <Field label={words.reason} hint={words.reasonHint} error={formState.errors.reason?.message}>
          {(attributes) => (
            <textarea
              className="input why"
              rows={2}
              maxLength={300}
              {...attributes}
              {...register('reason')}
            />
          )}
        </Field>
        {wanted !== null && (
          <ProofFields
            wanted={wanted}
            proof={proof}
            error={formState.errors.proof?.message}
            onChange={setProof}
          />
        )}
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {texts('admin').cancel}
          </button>
          <SubmitButton
            busy={formState.isSubmitting}
            label={confirm}
            busyLabel={words.busy}
            look={act.kind === 'unsuspend' ? 'primary' : 'danger'}
          />
        </div>
      </form>
    </Dialog>
  );
}

async function send({ kind, session }: Act, id: string, reason: string): Promise<void> {
  const body = { reason };
  if (kind === 'suspend') await call('suspendStreamer', { params: { id }, body });
  else if (kind === 'unsuspend') await call('unsuspendStreamer', { params: { id }, body });
  else if (kind === 'endAll') await call('endStreamerSessions', { params: { id }, body });
  else await call('endStreamerSession', { params: { id, session }, body });
}
