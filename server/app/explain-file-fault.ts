const noRoom = 'no space is left on its disk. Make some, or choose another place.';
const forbidden = 'this user may not. Give it the rights, or choose another place.';
const inTheWay = 'a file is in the way. Move it away, or choose another place.';
const faults: Readonly<Record<string, string>> = {
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EROFS: 'its disk is read-only. Make it writable, or choose another place.',
  EACCES: forbidden,
  EPERM: forbidden,
  // What is made on the way to a file on a read-only disk is refused like that, too.
  ENOENT: 'its folder is not there and cannot be made. Is its disk mounted, and writable?',
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EIO: 'its disk is failing. Choose another place.',
};

/**
 * Turns a refusal of the file system into a sentence for the operator: what could not be done to which file, why, and
 * what to do. Any other error comes back as it is.
 */
export function explainFileFault(what: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(faults, code) ? new Error(`${what}: ${faults[code]}`, { cause: error }) : error;
}
