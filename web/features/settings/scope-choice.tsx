import { type ToolScope, toolScopes } from '#contract/access-tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { scopeWords } from './access-scopes.ts';

interface ScopeChoiceProps {
  scopes: readonly ToolScope[];
  error: string | undefined;
  onChange: (scopes: readonly ToolScope[]) => void;
}

/** What a tool's token may do, one or several. */
export function ScopeChoice({ scopes, error, onChange }: ScopeChoiceProps) {
  const words = texts('settings').access;
  const toggle = (scope: ToolScope) =>
    onChange(toolScopes.filter((one) => scopes.includes(one) !== (one === scope)));
  return (
    <fieldset className="choice">
      <legend className="flabel">{words.mayOpen}</legend>
      {toolScopes.map((scope) => (
        <label className="check" key={scope}>
          <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
          {words.mayDo[scopeWords[scope]]}
        </label>
      ))}
      {error !== undefined && (
        <span className="err" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
