/** Why OBS could not be set up, each with what a person can do about it. */
export const obsProblems = {
  unreachable:
    'OBS did not answer. Start OBS 28 or newer, open Tools, WebSocket Server Settings, tick Enable WebSocket server, press OK, and check the port.',
  not_permitted:
    'Your browser does not let this page talk to programs on this computer. Allow access to apps on this device (or the local network) in the site settings beside the address, then try again.',
  reload: 'This page was opened in a way that keeps it from talking to OBS. Reload it and try again.',
  password_missing:
    'OBS asks for a password. In OBS open Tools, WebSocket Server Settings, Show Connect Info, and copy the server password.',
  wrong_password:
    'OBS refused the password. In OBS open Tools, WebSocket Server Settings, Show Connect Info, and copy the server password again.',
  no_browser_source:
    'This OBS has no browser source. It is missing in some Linux packages: install OBS from obsproject.com or Flathub, then try again.',
  name_taken: 'There is already something else of this name in OBS. Rename it in OBS, then try again.',
  too_old:
    'This version of OBS is too old for this, or its WebSocket server is. Update OBS to version 28 or newer.',
  too_new:
    'The WebSocket server of this OBS speaks a newer language than this page. Drag the link into OBS instead.',
  timeout:
    'OBS took too long to answer. Look whether OBS or your browser is asking you something, answer it, and try again.',
  refused: 'OBS refused a step. Drag the link into OBS instead, or add a browser source by hand.',
} as const;

/** Stable name of what went wrong with OBS. */
type ObsProblemCode = keyof typeof obsProblems;

/** OBS could not be set up. `detail` is what OBS itself said, where it said something. */
export class ObsProblem extends Error {
  readonly code: ObsProblemCode;
  readonly detail: string | undefined;

  constructor(code: ObsProblemCode, detail?: string) {
    super(obsProblems[code]);
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
