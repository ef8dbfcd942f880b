import * as z from 'zod/mini';
import { clientEvents, serverEvents } from '#contract/events.ts';

/** A socket event as the page shows it. `schema` is JSON Schema. */
export interface DocumentedEvent {
  name: string;
  schema: unknown;
}

/** What clients may send, from the contract's own schemas. */
export function documentedClientEvents(): DocumentedEvent[] {
  return Object.entries(clientEvents).map(([name, schema]) => ({ name, schema: z.toJSONSchema(schema) }));
}

/** What the server sends. */
export function documentedServerEvents(): DocumentedEvent[] {
  return Object.entries(serverEvents).map(([name, schema]) => ({ name, schema: z.toJSONSchema(schema) }));
}
