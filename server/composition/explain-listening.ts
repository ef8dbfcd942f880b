/** Where something is listened for, and the settings that say so. */
interface Place {
  port: number;
  host: string;
}
type PlaceSettings = { port: 'PORT'; host: 'HOST' } | { port: 'METRICS_PORT'; host: 'METRICS_HOST' };

const noAddress = 'is a name that leads to no address: choose another with';
const faultsOfPort: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use: stop the other program, or choose another with',
  EACCES: 'needs rights that this user does not have: choose one above 1023 with',
};
const faultsOfHost: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'is no address of this machine: choose another with',
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

/** Turns why a place cannot be listened on into a sentence that names the setting; throws other errors as they are. */
export function explainListening({ port, host }: Place, settings: PlaceSettings): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const cause = { cause: error };
    if (code in faultsOfPort) throw new Error(`Port ${port} ${faultsOfPort[code]} ${settings.port}.`, cause);
    if (code in faultsOfHost) throw new Error(`${host} ${faultsOfHost[code]} ${settings.host}.`, cause);
    throw error;
  };
}
