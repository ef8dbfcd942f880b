import type { SchemaField } from './schema-fields.ts';

/** A list of fields with their types; nothing at all when there are none. */
export function Fields({ title, fields }: { title: string; fields: readonly SchemaField[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="stack" style={{ '--gap': '6px' }}>
      <p className="label">{title}</p>
      <dl className="fields">
        {fields.map(({ name, type, required }) => (
          <div key={name}>
            <dt className="mono small">{name}</dt>
            <dd>
              {type}
              {!required && ' (optional)'}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
