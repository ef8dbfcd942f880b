import { routes } from '#contract/routes.ts';
import { askForFile, failFile } from './ask-for-file.ts';

/** Fetches a file as a whole. Throws `CallProblem`. */
export async function fetchFile(route: 'downloadAccount'): Promise<{ blob: Blob; name: string }> {
  const { path, sends } = routes[route];
  const { reply, name } = await askForFile(route, path);
  return { blob: await reply.blob().catch(failFile), name: name ?? `${sends.name}.json` };
}
