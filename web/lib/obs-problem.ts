/** Stable name of what went wrong with OBS. The words for it stand in the texts of the page that asks. */
type ObsProblemCode =
  | 'unreachable'
  | 'not_permitted'
  | 'reload'
  | 'password_missing'
  | 'wrong_password'
  | 'no_browser_source'
  | 'name_taken'
  | 'too_old'
  | 'too_new'
  | 'timeout'
  | 'refused';

/** OBS could not be set up. `detail` is what OBS itself said, where it said something; the message is for the log. */
export class ObsProblem extends Error {
  readonly code: ObsProblemCode;
  readonly detail: string | undefined;

  constructor(code: ObsProblemCode, detail?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.name = 'ObsProblem';
    this.code = code;
    this.detail = detail;
  }
}

/** Codes of obs-websocket 5: how a connection was closed, and how a request went. */
export const obsCodes = {
  closedAbnormally: 1006,
  authenticationFailed: 4009,
  unsupportedRpcVersion: 4010,
  notFound: 600,
  alreadyExists: 601,
  wrongType: 602,
  invalidKind: 605,
  unknownRequest: 204,
} as const;

/** What an error of the connection means. */
export function problemOf(error: unknown, hasPassword: boolean): ObsProblem {
  if (error instanceof ObsProblem) return error;
  const { code, message } = readError(error);
  if (code === obsCodes.authenticationFailed) {
    return new ObsProblem(hasPassword ? 'wrong_password' : 'password_missing');
  }
  if (code === obsCodes.unsupportedRpcVersion) return new ObsProblem('too_new', message);
  if (code === obsCodes.unknownRequest) return new ObsProblem('too_old', message);
  if (code === obsCodes.invalidKind) return new ObsProblem('no_browser_source');
  if (code === obsCodes.closedAbnormally || code === -1) return new ObsProblem('unreachable');
  // Some browsers throw instead of failing when a secure page opens an insecure socket.
  if (error instanceof DOMException) return new ObsProblem('not_permitted', message);
  return new ObsProblem('refused', message);
}

/** The code of an error that came from OBS; undefined for any other. */
export function codeOf(error: unknown): number | undefined {
  return readError(error).code;
}

function readError(error: unknown): { code: number | undefined; message: string | undefined } {
  if (!(error instanceof Error)) return { code: undefined, message: undefined };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  return { code, message: error.message === '' ? undefined : error.message };
}
