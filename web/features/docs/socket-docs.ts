import * as z from 'zod/mini';
import { clientEvents, serverEvents } from '#contract/events.ts';
import { schemaFields } from './schema-fields.ts';

/** A socket event as the page shows it. `schema` is JSON Schema. */
export interface DocumentedEvent {
  name: string;
  schema: unknown;
  /** What a search looks in, in lower case: its name and those of its fields. */
  searched: string;
}

/** What clients may send, from the contract's own schemas. */
export const documentedClientEvents: readonly DocumentedEvent[] = Object.entries(clientEvents).map(toEvent);

/** What the server sends. */
export const documentedServerEvents: readonly DocumentedEvent[] = Object.entries(serverEvents).map(toEvent);

function toEvent([name, described]: [string, z.ZodMiniType]): DocumentedEvent {
  const schema = z.toJSONSchema(described);
  const names = schemaFields(schema).map((field) => field.name);
  return { name, schema, searched: [name, ...names].join(' ').toLowerCase() };
}
