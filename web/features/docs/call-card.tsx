import type { DocumentedCall } from './openapi.ts';
import { Fields } from './fields.tsx';
import { schemaFields, typeName } from './schema-fields.ts';

/** One call: method, path, what it does, what goes in and what comes out. */
export function CallCard({ call }: { call: DocumentedCall }) {
  const parameters = call.parameters.map(({ name, place, required, schema }) => ({
    name,
    type: `${typeName(schema)}, in the ${place}`,
    required,
  }));
  return (
    <article className="card stack call">
      <h3 className="call-head">
        <span className={`pill method method-${call.method.toLowerCase()}`}>{call.method}</span>
        <span className="mono">{call.path}</span>
      </h3>
      {call.summary !== '' && <p className="muted">{call.summary}</p>}
      {call.callers !== '' && <Callers text={call.callers} />}
      <Fields title="Parameters" fields={parameters} />
      <Fields title="Body" fields={schemaFields(call.body)} />
      <Fields title="Reply" fields={schemaFields(call.reply)} />
    </article>
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
