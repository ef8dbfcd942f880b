import { routes } from '#contract/routes.ts';
import { CallProblem, readProblem } from './call-problem.ts';
import { handle401, parseJson } from './call-table.ts';
import { pageDeps } from './session-call.ts';
import { storedToken } from './stored-token.ts';

/**
 * Fetches a file that may take longer than the ten seconds of other calls. Throws `CallProblem`, also when the connection
 * breaks halfway: half a file is none.
 */
export async function fetchFile(name: 'downloadAccount'): Promise<{ blob: Blob; name: string }> {
  const token = storedToken.get();
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const reply = await fetch(`/api${routes[name].path}`, { headers }).catch(fail);
  if (reply.status === 401) handle401(pageDeps, name, token);
  if (!reply.ok) throw readProblem(reply.status, parseJson(await reply.text()));
  const file = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await reply.blob().catch(fail), name: file ?? `${routes[name].sends.name}.json` };
}

function fail(error: unknown): never {
  throw new CallProblem('offline', 0, undefined, error);
}
