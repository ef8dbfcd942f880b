import { CopyButton } from '#web/ui/copy-button.tsx';
import { curlExample } from './curl-example.ts';
import { Entry } from './entry.tsx';
import { Fields } from './fields.tsx';
import type { DocumentedCall } from './openapi.ts';
import { schemaFields, typeName } from './schema-fields.ts';

/** One call: method, path, what it does, who may call it, what goes in and what comes out. */
export function CallEntry({ call }: { call: DocumentedCall }) {
  const parameters = call.parameters.map(({ name, place, required, schema }) => ({
    name,
    type: `${typeName(schema)}, in the ${place}`,
    required,
  }));
  return (
    <Entry
      id={call.id}
      head={
        <>
          <span className={`pill method method-${call.method.toLowerCase()}`}>{call.method}</span>
          <h3 className="mono">{call.path}</h3>
          <span className="small muted says">
            {!call.needsToken && <span className="pill plain">no token</span>} {call.summary}
          </span>
        </>
      }
    >
      {call.callers !== '' && <Callers text={call.callers} />}
      <Fields title="Parameters" fields={parameters} />
      <Fields title="Body" fields={schemaFields(call.body)} />
      <Fields title="Reply" fields={schemaFields(call.reply)} />
      <Example text={curlExample(call)} />
    </Entry>
  );
}

/** What stands in backticks is set as code. */
function Callers({ text }: { text: string }) {
  return (
    <p className="small muted">
      {text.split('`').map((part, place) =>
        place % 2 === 1 ? (
          <code key={part} className="mono">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </p>
  );
}

function Example({ text }: { text: string }) {
  return (
    <div className="stack" style={{ '--gap': '6px' }}>
      <p className="row between label">
        Example
        <CopyButton
          className="small quiet icon"
          text={text}
          label="Copy the example"
          done="Example copied!"
        />
      </p>
      {/* Scrolls sideways by keyboard too. */}
      <pre className="code-lines" tabIndex={0}>
        <code className="mono">{text}</code>
      </pre>
    </div>
  );
}
