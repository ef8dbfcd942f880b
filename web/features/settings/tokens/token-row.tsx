import { type SubmitEvent, useState } from 'react';
import { formatTokenSum, type StreamerToken } from '#contract/tokens.ts';
import { isChanged } from '#web/lib/unsaved-changes.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useTokenName } from '#web/ui/use-token-name.ts';
import { readMinimumOf } from './read-minimum-of.ts';
import { useChangeToken } from './use-change-token.ts';

/** A token on or off, which is stored at once, and while it is on the least that counts. */
export function TokenRow({ token }: { token: StreamerToken }) {
  const words = texts('settings').tokens;
  const { busy, change } = useChangeToken(token.mint);
  return (
    <li>
      <Switch
        label={words.take(token.symbol)}
        hint={words.what(useTokenName(token.mint), formatTokenSum({ ...token, amount: token.leastAmount }))}
        checked={busy === 'switch' ? !token.isOn : token.isOn}
        busy={busy !== null}
        onChange={(isOn) => void change('switch', { isOn })}
      />
      {token.isOn && (
        <MinimumForm token={token} isBusy={busy === 'minimum'} onSave={(body) => change('minimum', body)} />
      )}
    </li>
  );
}

interface MinimumFormProps {
  token: StreamerToken;
  isBusy: boolean;
  onSave: (body: { isOn: boolean; minAmount: string }) => Promise<string | null>;
}

function MinimumForm({ token, isBusy, onSave }: MinimumFormProps) {
  const words = texts('settings').tokens;
  const { symbol, minAmount } = token;
  const saved = { minAmount };
  const [form, setForm] = useState(useDraft(`token-${token.mint}`, saved));
  const [error, setError] = useState<string>();
  const isUnsaved = useUnsaved(`token-${token.mint}`, form, saved);

  const edit = (typed: string) => {
    setForm({ minAmount: typed });
    // A field that was refused is looked at again with every letter.
    if (error !== undefined) setError(problemOf(typed, token));
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    const read = readMinimumOf(form.minAmount, token);
    setError(problemOf(form.minAmount, token));
    if (!('minAmount' in read)) return field?.focus();
    const refusal = await onSave({ isOn: true, minAmount: read.minAmount });
    if (refusal === null) setForm((current) => (isChanged(current, form) ? current : read));
    else setError(refusal);
  };
  return (
    <form className="token-minimum" noValidate onSubmit={(event) => void save(event)}>
      <Field label={words.minimum(symbol)} error={error}>
        {(attributes) => (
          <span className="with-end">
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              {...attributes}
              value={form.minAmount}
              onChange={(event) => edit(event.currentTarget.value)}
            />
            <span className="end">{symbol}</span>
          </span>
        )}
      </Field>
      <div className="row wrapx">
        <button
          type="submit"
          className="btn small outline"
          aria-label={words.saveOf(symbol)}
          aria-disabled={isBusy}
          aria-busy={isBusy}
        >
          {isBusy ? texts('settings').saving : words.save}
        </button>
        <strong className="small muted" role="status">
          {isUnsaved && texts('common').unsaved}
        </strong>
      </div>
    </form>
  );
}

function problemOf(typed: string, token: StreamerToken): string | undefined {
  const read = readMinimumOf(typed, token);
  return 'problem' in read ? read.problem : undefined;
}
