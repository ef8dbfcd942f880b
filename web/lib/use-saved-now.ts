import { useLayoutEffect, useRef } from 'react';
import { CallProblem } from './call-problem.ts';
import { inSavingTurn } from './saving-turn.ts';
import { storedToken } from './stored-token.ts';
import { isChanged, touchedOverNow } from './unsaved-changes.ts';

/** The calls of a form: both answer with what is saved, of which `formOf` makes the form's values. */
interface Saving<Form, Reply> {
  read: () => Promise<Reply>;
  send: (values: Form) => Promise<Reply>;
  formOf: (reply: Reply) => Form;
}

/** Saves the values that somebody has pressed for. Throws what a call throws; nothing has changed in the form then. */
type SaveOverNow<Form> = <Reply>(values: Form, saving: Saving<Form, Reply>) => Promise<Reply>;

/**
 * Keeps a form from undoing what another tab or device has saved since it was opened: a field that was not touched here is
 * shown, and sent, as it is saved now (`touchedOverNow`). A field that both have changed is as it was saved last.
 *
 * `saved` is what this page knows to be saved, and is followed as it changes. Saving reads it anew first.
 */
export function useSavedNow<Form extends object>(
  saved: Form,
  update: (change: (current: Form) => Form) => void,
): SaveOverNow<Form> {
  const began = useRef(saved);
  const followed = useRef(saved);
  const isSaving = useRef(false);

  // Before anything is painted: a field that only follows never looks like one that is not saved.
  useLayoutEffect(() => {
    // What is typed while it is being saved is told by the values that were sent; they must not move meanwhile.
    if (isSaving.current || !isChanged(saved, followed.current)) return;
    const before = began.current;
    followed.current = saved;
    began.current = saved;
    update((current) => touchedOverNow(current, before, saved));
  });

  return async (values, { read, send, formOf }) => {
    isSaving.current = true;
    const token = storedToken.get();
    try {
      const reply = await inSavingTurn(async () => {
        const now = formOf(await read());
        // Never into the account of whoever has signed in meanwhile.
        if (storedToken.get() !== token) throw new CallProblem('unauthorized', 401);
        return await send(touchedOverNow(values, began.current, now));
      });
      const stored = formOf(reply);
      began.current = stored;
      // What was typed while it was being saved stays, and is not saved yet.
      update((current) => touchedOverNow(current, values, stored));
      return reply;
    } finally {
      isSaving.current = false;
    }
  };
}
