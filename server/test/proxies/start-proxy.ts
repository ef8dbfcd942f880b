import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The proxies for which there is an example. */
export type ProxyName = 'caddy' | 'nginx';

/** A proxy in front of servers, on a port of this machine, without TLS. */
export interface RunningProxy {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const examples = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const startTimeoutMs = 10_000;

/** Whether a proxy is installed; `scripts/prepare.mjs --proxies` does it where it may. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { env: searchPath }).status === 0;
}

/** Debian keeps servers where only root looks. */
const searchPath = { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

/**
 * Starts the installed proxy with the example that operators get: only addresses, ports and what TLS needs are others.
 * `upstreams` are ports; where there is one, the second line of the example goes, as its text says. Nothing of it is
 * left after `stop`.
 */
export async function startProxy(
  name: ProxyName,
  port: number,
  upstreams: readonly number[],
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), `brava-${name}-`));
  const command = name === 'caddy' ? prepareCaddy : prepareNginx;
  const [file, ...args] = await command(folder, port, upstreams);
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...searchPath, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await untilListening(child, port))) {
    await stop();
    throw new Error(`${name} did not start:\n${said}`);
  }
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

type Command = [string, ...string[]];

async function prepareCaddy(folder: string, port: number, upstreams: readonly number[]): Promise<Command> {
  const example = await readFile(join(examples, 'caddy/Caddyfile'), 'utf8');
  const addresses = upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ');
  const config = replaceAll(example, [
    ['{$BRAVA_SITE:brava.example} {', `http://:${port} {\n\tbind 127.0.0.1`],
    ['{$BRAVA_SERVERS:127.0.0.1:3000 127.0.0.1:3001}', addresses],
    ['\n{\n\tservers {', '\n{\n\tadmin off\n\tauto_https off\n\tservers {'],
  ]);
  await writeFile(join(folder, 'Caddyfile'), config);
  return ['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile'];
}

async function prepareNginx(folder: string, port: number, upstreams: readonly number[]): Promise<Command> {
  const example = await readFile(join(examples, 'nginx/brava.conf'), 'utf8');
  const [first, second] = upstreams;
  const config = replaceAll(example, [
    [
      '    listen 443 ssl http2 backlog=4096;\n    listen [::]:443 ssl http2 backlog=4096;\n',
      `    listen 127.0.0.1:${port};\n`,
    ],
    [/^server \{\n {4}listen 80;[^}]*\}\n/m, ''],
    [/^ {4}ssl_.*\n/gm, ''],
    ['error_log /var/log/nginx/brava.log crit;', 'error_log stderr crit;'],
    ['server_name brava.example;', 'server_name _;'],
    [/^ {4}server 127\.0\.0\.1:3001.*\n/gm, second === undefined ? '' : '$&'],
    ['127.0.0.1:3000', `127.0.0.1:${first}`],
    ...(second === undefined ? [] : [['127.0.0.1:3001', `127.0.0.1:${second}`] as const]),
  ]);
  await writeFile(join(folder, 'brava.conf'), config);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    // Started by root, its workers would be another user's, who cannot read this folder.
    ...(process.geteuid?.() === 0 ? ['user root;'] : []),
    'daemon off; worker_processes 1; worker_rlimit_nofile 16384; pid nginx.pid; error_log stderr warn;',
    'events { worker_connections 4096; }',
    'http {',
    ...temporary.map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`),
    `  include ${join(folder, 'brava.conf')};`,
    '}',
  ];
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'));
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

/** Each place must be there: an example that has changed must not be tested as something else. */
function replaceAll(text: string, places: readonly (readonly [string | RegExp, string])[]): string {
  return places.reduce((changed, [place, by]) => {
    if (typeof place === 'string' ? !changed.includes(place) : changed.search(place) === -1)
      throw new Error(`The example does not hold ${place}.`);
    return typeof place === 'string' ? changed.replaceAll(place, by) : changed.replace(place, by);
  }, text);
}

async function untilListening(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    if (await accepts(port)) return true;
    await sleep(20);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 3000);
  await once(child, 'exit');
  clearTimeout(forced);
}
