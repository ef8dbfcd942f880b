import { type SubmitEvent, useState } from 'react';
import type { RouteInput } from '#contract/routes.ts';
import { formatTokenSum, type StreamerToken } from '#contract/tokens.ts';
import { call } from '#web/lib/call.ts';
import { inSavingTurn } from '#web/lib/saving-turn.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
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
        // In turn: the minimum's form sends the switch with it.
        onChange={(isOn) => void change('switch', () => inSavingTurn(() => changeToken(token, { isOn })))}
      />
      {token.isOn && (
        <MinimumForm token={token} isBusy={busy === 'minimum'} onSave={(act) => change('minimum', act)} />
      )}
    </li>
  );
}

interface MinimumFormProps {
  token: StreamerToken;
  isBusy: boolean;
  onSave: (act: () => Promise<StreamerToken>) => Promise<string | null>;
}

function MinimumForm({ token, isBusy, onSave }: MinimumFormProps) {
  const words = texts('settings').tokens;
  const { symbol } = token;
  const saved = formOf(token);
  const [form, setForm] = useState(useDraft(`token-${token.mint}`, saved));
  const [error, setError] = useState<string>();
  const saveOverNow = useSavedNow(saved, setForm);
  const isUnsaved = useUnsaved(`token-${token.mint}`, form, saved);

  const edit = (typed: string) => {
    setForm({ ...form, minAmount: typed });
    // A field that was refused is looked at again with every letter.
    if (error !== undefined) setError(problemOf(typed, token));
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    const problem = problemOf(form.minAmount, token);
    setError(problem);
    if (problem !== undefined) return field?.focus();
    const refusal = await onSave(() =>
      saveOverNow(form, {
        read: () => readToken(token),
        send: ({ isOn, minAmount }) => {
          const read = readMinimumOf(minAmount, token);
          return changeToken(token, { isOn, ...('minAmount' in read && read) });
        },
        formOf,
      }),
    );
    if (refusal !== null) setError(refusal);
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

/** The switch stands elsewhere, and is sent with the minimum. */
function formOf({ isOn, minAmount }: StreamerToken): Pick<StreamerToken, 'isOn' | 'minAmount'> {
  return { isOn, minAmount };
}

async function readToken(token: StreamerToken): Promise<StreamerToken> {
  const { data } = await call('myTokens');
  return data.find(({ mint }) => mint === token.mint) ?? token;
}

function changeToken(
  { mint }: StreamerToken,
  body: RouteInput<'changeToken'>['body'],
): Promise<StreamerToken> {
  return call('changeToken', { params: { mint }, body });
}

function problemOf(typed: string, token: StreamerToken): string | undefined {
  const read = readMinimumOf(typed, token);
  return 'problem' in read ? read.problem : undefined;
}
