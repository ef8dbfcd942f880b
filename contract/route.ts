import * as z from 'zod/mini';
import type { ApiScope } from './access-tokens.ts';

/** One call: where it is, who may make it, what goes in and what comes out. Paths stand below `/api`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  summary: string;
  /**
   * `streamer` needs a session; `desk` takes a session, an API token or a moderator's link; `anyone` ignores whatever
   * token comes along. `operator` needs a session of an account that has the role at that moment; to everybody else
   * the path does not exist, and no document of the interface names it.
   */
  access: 'anyone' | 'streamer' | 'desk' | 'operator';
  /** With access `streamer`: API tokens that have one of these scopes may make this call too. */
  scopes?: readonly ApiScope[];
  /** HTTP status of success. */
  status: 200 | 201;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  /** The body is a file in the multipart field `audio` instead of JSON. */
  upload?: true;
  /** The reply is a file, sent as it is made, instead of JSON. Browsers keep it as NAME-YYYY-MM-DD.csv or .json. */
  sends?: { type: 'text/csv' | 'application/json'; name: string };
  /** Begins a donation: refused with `at_capacity` while the server has too much to do. */
  begins?: true;
  /** Keys and secrets: `cache-control: no-store`. */
  secret?: true;
  reply: z.ZodMiniType;
}

/** Names of things in paths and bodies; far longer than any of ours. */
export const id = z.string().check(z.maxLength(64));

/** Path parameters of a call about one thing. */
export const byId = z.object({ id });

/** The reply of a call that has nothing to say. */
export const ok = z.object({ ok: z.literal(true) });
