import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { launchBrava } from './lib/launch-brava.ts';
import { markdownTable } from './lib/markdown.ts';
import { quantile } from './lib/quantiles.ts';
import { makeTemporaryFolder } from './lib/temporary-folder.ts';
import { inSeconds } from './lib/units.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const goalMs = { cold: 90_000, warm: 5000 };
const timeoutMs = 300_000;
/** How each start ends; the one after the kill has a crash to recover from. */
const ends = ['SIGTERM', 'SIGTERM', 'SIGTERM', 'SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGTERM'] as const;

/** One `npm start`. */
interface Start {
  what: string;
  readyAfterMs: number;
}

/** How long `npm start` takes until Brava is ready: in a fresh clone, again, and after a kill. */
export async function measureStartUp({ cleanUp }: FigureContext): Promise<Outcome> {
  const folder = await makeTemporaryFolder(cleanUp);
  const clone = join(folder, 'brava');
  await run('git', ['clone', '--quiet', '--no-local', root, clone]);
  const { stdout: commit } = await run('git', ['-C', clone, 'rev-parse', '--short', 'HEAD']);
  cleanUp.defer(async () => void (await clearPostmaster(join(clone, '.data/postgres/cluster'), () => {})));
  const env = await freshSurroundings(folder);
  const starts: Start[] = [];
  let previous = '';
  for (const end of ends) {
    const brava = await launchBrava({ cleanUp, command: ['npm', 'start'], cwd: clone, env, timeoutMs });
    starts.push({ what: describe(previous), readyAfterMs: brava.readyAfterMs });
    await brava.stop(end);
    previous = end;
  }
  return report(starts, commit.trim());
}

function describe(previousEnd: string): string {
  if (previousEnd === '') return 'cold';
  return previousEnd === 'SIGKILL' ? 'warm, after kill -9' : 'warm';
}

/**
 * The environment of somebody who has just cloned: an empty home, nothing in npm's cache, and nothing of the npm
 * that runs this bench but where its registry is configured.
 */
async function freshSurroundings(folder: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'home');
  await mkdir(home);
  const { stdout } = await run('npm', ['config', 'get', 'userconfig'], { cwd: folder });
  const { server, sandbox } = await findFreePorts();
  const ofThisNpm =
    /^(npm_(package_|lifecycle_|command$|execpath$|node_execpath$|config_local_prefix$)|INIT_CWD$|NODE)/;
  const kept = Object.entries(process.env).filter(([name]) => !ofThisNpm.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH: path.filter((part) => !/node_modules|node-gyp-bin/.test(part)).join(delimiter),
    HOME: home,
    npm_config_userconfig: stdout.trim(),
    npm_config_cache: join(folder, 'npm-cache'),
    PORT: String(server),
    SANDBOX_PORT: String(sandbox),
  };
}

function report(starts: readonly Start[], commit: string): Outcome {
  const timesOf = (isWanted: (start: Start) => boolean): number[] =>
    starts.filter(isWanted).map((start) => start.readyAfterMs);
  const cold = Math.max(...timesOf((start) => start.what === 'cold'));
  const warm = timesOf((start) => start.what !== 'cold');
  const slowest = Math.max(...warm);
  return {
    title: 'Until ‘Brava is ready’',
    goals: [
      { what: 'cold ≤ 90 s', measured: inSeconds(cold), isMet: cold <= goalMs.cold },
      {
        what: 'warm ≤ 5 s, every time',
        measured: `median ${inSeconds(quantile(warm, 0.5))}, slowest ${inSeconds(slowest)}`,
        isMet: slowest <= goalMs.warm,
      },
    ],
    body: [
      markdownTable(
        ['start', 'state', 'ready after'],
        starts.map((start, index) => [index + 1, start.what, inSeconds(start.readyAfterMs)]),
      ),
      `\`npm start\` in a fresh \`git clone\` of commit ${commit}, from the spawn to the line ‘Brava is ready’. Cold ` +
        'means an empty HOME and an empty npm cache: packages are fetched from the configured registry, the web app is ' +
        'built, the database and the chain are made. The warm starts are in the same clone; each is ended by SIGTERM ' +
        'to its process group, the one before the last by `kill -9`.',
    ].join('\n\n'),
  };
}
