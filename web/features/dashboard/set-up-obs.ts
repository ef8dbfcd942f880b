import { ObsProblem } from '#web/lib/obs-problem.ts';
import type { SourceAdded, SourceWish } from '#web/lib/obs-websocket.ts';

/** What browsers call the permission that a secure page needs to talk to programs on the same computer. */
const permissionNames = ['loopback-network', 'local-network-access'];

/**
 * Adds the source to OBS; what speaks with OBS is loaded only now. Throws `ObsProblem`.
 *
 * A socket that the browser refuses looks like an OBS that does not run, so then the browser is asked why.
 */
export async function setUpObs(wish: SourceWish): Promise<SourceAdded> {
  let isRefusedByPolicy = false;
  const note = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
    isRefusedByPolicy ||= blockedURI.startsWith('ws:');
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    const { addBrowserSource } = await import('#web/lib/obs-websocket.ts');
    return await addBrowserSource(wish);
  } catch (error) {
    if (isRefusedByPolicy || !(error instanceof ObsProblem)) throw new ObsProblem('reload');
    if (error.code === 'unreachable' && (await isDenied())) throw new ObsProblem('not_permitted');
    throw error;
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
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
