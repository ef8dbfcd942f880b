import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';

const run = promisify(execFile);

type Ids = { uid: number; gid: number };

/** What to give to `spawn`. The environment has nothing of the operator's PG… variables. */
type Command = {
  file: string;
  args: string[];
  options: Partial<Ids> & { cwd: string; env: NodeJS.ProcessEnv };
};

/** How PostgreSQL's programs are started, and who must own its files. */
export type RunAs = {
  wrap(file: string, args: string[]): Command;
  owner: Ids;
};

/**
 * Chooses the user PostgreSQL runs as, for it refuses to run as root.
 *
 * Not root: ourselves. Root: the folder's owner if that is an ordinary user, who may want to start
 * without root again; else a user namespace in which root's own files belong to an unprivileged name,
 * because that also works below a private home; where the system forbids namespaces, the owner of the
 * installed programs or an unprivileged user, to whom the folder is then given.
 * In the namespace it has no capability, yet still owns what root owns: one more reason why the role that
 * we connect as is no superuser. Each is tried before it is chosen. Throws `root_impossible` with what to do instead.
 */
export async function chooseRunAs(postgres: string, dataDir: string): Promise<RunAs> {
  const self = { uid: process.geteuid?.() ?? -1, gid: process.getegid?.() ?? -1 };
  if (self.uid !== 0) return { wrap: (file, args) => ({ file, args, options: surroundings() }), owner: self };

  const failures: unknown[] = [];
  for (const candidate of await candidates(postgres, dataDir)) {
    await chown(dataDir, candidate.owner.uid, candidate.owner.gid);
    try {
      await tryOut(candidate, postgres, dataDir);
      return candidate;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new DatabaseSetupError(
    'root_impossible',
    'PostgreSQL does not run as root, and on this system it could not be started as another user. ' +
      'Start Brava as a normal user, or set DATABASE_URL to a PostgreSQL server of your own.',
    { cause: new AggregateError(failures) },
  );
}

async function candidates(postgres: string, dataDir: string): Promise<RunAs[]> {
  const users = await namedUsers();
  const ordinary = (uid: number): Ids | undefined =>
    uid > 0 ? users.find((user) => user.uid === uid) : undefined;
  const nobody = users.find(({ name }) => name === 'nobody') ?? users.find(({ name }) => name === 'daemon');
  const folderOwner = ordinary((await stat(dataDir)).uid);
  const installer = ordinary((await stat(postgres)).uid);
  return [
    folderOwner && asUser(folderOwner),
    nobody && inNamespace(nobody),
    installer && asUser(installer),
    nobody && asUser(nobody),
  ].filter((candidate) => candidate !== undefined);
}

function asUser({ uid, gid }: Ids): RunAs {
  return {
    wrap: (file, args) => ({ file, args, options: { ...surroundings(), uid, gid } }),
    owner: { uid, gid },
  };
}

function inNamespace({ uid, gid }: Ids): RunAs {
  const unshare = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  return {
    wrap: (file, args) => ({ file: 'unshare', args: [...unshare, file, ...args], options: surroundings() }),
    owner: { uid: 0, gid: 0 },
  };
}

function surroundings(): Pick<Command['options'], 'cwd' | 'env'> {
  return { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' } };
}

/** Users with a name in /etc/passwd: initdb refuses a user id without one. */
async function namedUsers(): Promise<(Ids & { name: string })[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users: (Ids & { name: string })[] = [];
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) users.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return users;
}

async function tryOut(candidate: RunAs, postgres: string, dataDir: string): Promise<void> {
  const script = 'test -w "$1" && test -x "$1" && exec "$2" --version';
  const { file, args, options } = candidate.wrap('/bin/sh', ['-c', script, 'sh', dataDir, postgres]);
  await run(file, args, options);
}
