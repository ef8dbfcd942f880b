import type { RouteName } from '#contract/routes.ts';
import { CallProblem, readProblem } from './call-problem.ts';
import { handle401, parseJson } from './call-table.ts';
import { pageDeps, sessionEvents } from './session-call.ts';
import { storedToken } from './stored-token.ts';

/** The beginning of a file. */
interface FileReply {
  reply: Response;
  /** As the server calls it; null when it does not say. */
  name: string | null;
}

/**
 * Asks for a file, which may take longer than the ten seconds of other calls. Throws `CallProblem`. With the session it is for
 * the file ends, wherever it is: nobody else here gets it.
 */
export async function askForFile(route: RouteName, path: string): Promise<FileReply> {
  const token = storedToken.get();
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const over = new AbortController();
  sessionEvents.addEventListener('ended', () => over.abort(), { once: true });
  const reply = await fetch(`/api${path}`, { headers, signal: over.signal }).catch(failFile);
  if (reply.status === 401) handle401(pageDeps, route, token);
  if (!reply.ok) throw await readProblem(reply.status, parseJson(await reply.text()));
  const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  return { reply, name: name ?? null };
}

/** What a connection that breaks means, also halfway: half a file is none. One that ended with its session never comes. */
export async function failFile(error: unknown): Promise<never> {
  if (error instanceof DOMException && error.name === 'AbortError') await new Promise<never>(() => undefined);
  throw new CallProblem('offline', 0, undefined, error);
}
