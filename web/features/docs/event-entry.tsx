import { Entry } from './entry.tsx';
import { Fields } from './fields.tsx';
import { schemaFields } from './schema-fields.ts';
import type { DocumentedEvent } from './socket-docs.ts';

/** One event of the socket. */
export function EventEntry({ id, event: { name, schema } }: { id: string; event: DocumentedEvent }) {
  const fields = schemaFields(schema);
  return (
    <Entry id={id} head={<h3 className="mono">{name}</h3>}>
      {fields.length === 0 && <p className="small muted">It carries no field.</p>}
      <Fields title="Payload" fields={fields} />
    </Entry>
  );
}
