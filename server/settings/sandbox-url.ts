import type { Config } from './config.ts';

/** Where the sandbox answers, where it stands in for nodes: one that runs already, or the server's own. */
export function sandboxUrlOf({
  sandboxUrl,
  sandboxPort,
}: Pick<Config, 'sandboxUrl' | 'sandboxPort'>): string {
  return sandboxUrl ?? `http://127.0.0.1:${sandboxPort}`;
}
