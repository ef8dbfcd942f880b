import { socketNamespace } from '#contract/realtime.ts';
import { Fields } from './fields.tsx';
import { schemaFields } from './schema-fields.ts';
import { documentedClientEvents, type DocumentedEvent, documentedServerEvents } from './socket-docs.ts';

/** The real-time half of the contract. */
export function SocketDocs() {
  return (
    <>
      <section className="group" aria-labelledby="sends">
        <h2 className="h2" id="sends">
          Socket events you send
        </h2>
        <p className="muted">
          Socket.IO, namespace <span className="mono">{socketNamespace}</span>, the library's default path. A
          streamer gives the token in the handshake as <span className="mono">auth.token</span>.
        </p>
        <Events events={documentedClientEvents()} />
      </section>
      <section className="group" aria-labelledby="receives">
        <h2 className="h2" id="receives">
          Socket events you receive
        </h2>
        <Events events={documentedServerEvents()} />
      </section>
    </>
  );
}

function Events({ events }: { events: readonly DocumentedEvent[] }) {
  return events.map(({ name, schema }) => (
    <article className="card stack call" key={name}>
      <h3 className="mono">{name}</h3>
      <Fields title="Payload" fields={schemaFields(schema)} />
    </article>
  ));
}
