import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type BlockKind, blockKinds } from '#contract/block-kinds.ts';
import { longestBlock, newBlock } from '#contract/blocks.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { sayBlocked } from '#web/ui/block-toast.tsx';
import { TextField } from '#web/ui/field.tsx';

const noEntry: { kind: BlockKind; value: string } = { kind: 'name', value: '' };

/** Puts a wallet, a name or a word on the block list. What was typed and not put there is kept as a draft. */
export function AddBlock() {
  const words = texts('blocking');
  const queries = useQueryClient();
  const [entry, setEntry] = useState(useDraft('block', noEntry));
  const { kind, value } = entry;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A kind alone is nothing to keep.
  useUnsaved('block', value.trim() === '' ? noEntry : entry, noEntry);

  const readAgain = () => {
    for (const queryKey of [queryKeys.blocks, queryKeys.alertLog, queryKeys.donations, queryKeys.desk])
      void queries.invalidateQueries({ queryKey });
  };
  const add = async (form: HTMLFormElement) => {
    const refused = fieldErrors(newBlock, { kind, value }).value;
    setError(refused);
    if (refused !== undefined) return focusFirstError(form);
    setBusy(true);
    try {
      sayBlocked(call, await call('addBlock', { body: { kind, value } }), readAgain);
      // The next one may be typed already.
      setEntry((now) => (now.kind === kind && now.value === value ? { kind, value: '' } : now));
    } catch (problem) {
      setError(problem instanceof CallProblem ? problem.message : words.donor.failed);
    }
    setBusy(false);
    readAgain();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void add(event.currentTarget);
  };

  return (
    <form className="stack" style={{ '--gap': '14px' }} noValidate onSubmit={submit}>
      <fieldset className="choice">
        <legend className="flabel">{words.list.kind}</legend>
        <div className="row wrapx" style={{ '--gap': '4px 20px' }}>
          {blockKinds.map((one) => (
            <label className="check" key={one}>
              <input
                type="radio"
                name="block-kind"
                checked={kind === one}
                onChange={() => {
                  setEntry({ kind: one, value });
                  setError(undefined);
                }}
              />
              {words.kinds[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.list.value[kind]}
        hint={words.list.hint[kind]}
        error={error}
        type="text"
        dir="auto"
        className={kind === 'wallet' ? 'mono' : ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestBlock}
        value={value}
        onChange={(event) => setEntry({ kind, value: event.currentTarget.value })}
      />
      <div className="row">
        <button type="submit" className="btn small secondary" aria-disabled={busy} aria-busy={busy}>
          {busy && <span className="spin" />}
          {busy ? words.list.adding : words.list.add}
        </button>
      </div>
    </form>
  );
}
