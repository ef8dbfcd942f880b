import { ObsProblem } from '#web/lib/obs-problem.ts';
import type { SourceAdded, SourceWish } from '#web/lib/obs-websocket.ts';

/** What browsers call the permission that a secure page needs to talk to programs on the same computer. */
const permissionNames = ['loopback-network', 'local-network-access'];

/**
 * Adds the source to OBS; what speaks with OBS is loaded only now. Throws `ObsProblem`.
 *
 * A socket that the browser refuses looks like an OBS that does not run or never answers, so then the browser is asked.
 */
export async function setUpObs(wish: SourceWish): Promise<SourceAdded> {
  const policy = watchPolicy();
  try {
    const { addBrowserSource } = await import('#web/lib/obs-websocket.ts');
    return await Promise.race([addBrowserSource(wish), policy.refusal]);
  } catch (error) {
    // What could not be loaded was replaced on the server meanwhile, by a newer build.
    if (!(error instanceof ObsProblem)) throw new ObsProblem('reload');
    if (error.code === 'unreachable' && (await isDenied())) throw new ObsProblem('not_permitted');
    throw error;
  } finally {
    policy.stop();
  }
}

/** Hears of a socket that the page's own policy refuses: the policy is that of the page that was opened first. */
function watchPolicy(): { refusal: Promise<never>; stop(): void } {
  const stopped = new AbortController();
  const refusal = new Promise<never>((_, reject) => {
    const hear = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
      if (blockedURI.startsWith('ws:')) reject(new ObsProblem('reload'));
    };
    document.addEventListener('securitypolicyviolation', hear, { signal: stopped.signal });
  });
  return { refusal, stop: () => stopped.abort() };
}

/** Whether the person, or somebody for them, has told the browser no. A browser that has no such permission says nothing. */
async function isDenied(): Promise<boolean> {
  const states = permissionNames.map(async (name) => {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      return 'unknown';
    }
  });
  return (await Promise.all(states)).includes('denied');
}
