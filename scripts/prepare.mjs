// Makes a checkout ready: installs packages, builds the web app, finds a browser and proxies, each only when it is
// missing or old. Runs on the system's Node (20 or later); everything after it runs on the Node that package.json pins.
//
//   node scripts/prepare.mjs [--build] [--browser] [--proxies] [--bench-tools]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, getChromium, headlessShell } from './find-chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wants = new Set(process.argv.slice(2));

try {
  install();
  if (wants.has('--build')) build();
  if (wants.has('--browser')) await provideBrowser();
  if (wants.has('--proxies')) provideProxies();
  if (wants.has('--bench-tools')) provideBenchTools();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function install() {
  const stamp = join(root, 'node_modules', '.brava-installed');
  const wanted = hashOf([join(root, 'package-lock.json'), join(root, 'package.json')]);
  const pinnedNode = join(root, 'node_modules', '.bin', 'node');
  if (readIfThere(stamp) === wanted && existsSync(pinnedNode)) return;
  step('Installing packages (once; about half a minute)');
  // Not `npm ci`: it refuses a lockfile that lacks a binary for some other platform, and not every registry has all.
  // `--no-save` installs what the lockfile says and leaves it as it is.
  run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'],
    'The packages could not be installed. Is the package registry reachable?',
  );
  // Install scripts run for the packages that package.json allows, and no others, whatever npm this is.
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  run(
    'npm',
    ['rebuild', '--loglevel=error', ...allowed],
    'A package could not be set up. Is the package registry reachable?',
  );
  run(
    pinnedNode,
    ['server/postgres/embedded/link-pg-binaries.ts'],
    'The built-in PostgreSQL could not be made ready; the lines above say why.',
  );
  writeFileSync(stamp, wanted);
}

function build() {
  const stamp = join(root, 'dist', '.built-from');
  const sources = [
    ...filesIn('web'),
    ...filesIn('contract'),
    join(root, 'vite.config.ts'),
    join(root, 'package-lock.json'),
  ];
  const wanted = hashOf(sources);
  if (readIfThere(stamp) === wanted) return;
  step('Building the web app (a few seconds)');
  run('npm', ['run', '--silent', 'build'], 'The web app could not be built; the lines above say why.');
  writeFileSync(stamp, wanted);
}

/** Debian alone has the one without windows as a package; elsewhere the whole one does. */
async function provideBrowser() {
  const maySetUp = process.getuid?.() === 0 && commandExists('apt-get');
  const fonts = ['fonts-noto-core', 'fonts-noto-color-emoji'];
  if (maySetUp && !process.env['CHROMIUM_PATH'] && !existsSync(headlessShell)) {
    step('Installing Chromium for the browser tests (once; a minute or two)');
    installFromDebian(['chromium-headless-shell', ...fonts]);
  }
  if ((await findChromium()) !== null) return;
  if (maySetUp) {
    installFromDebian(['chromium', ...fonts]);
  } else {
    step('Downloading Chromium for the browser tests');
    spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: 'inherit' });
  }
  await getChromium();
}

/** Where they cannot be had the tests that need them are skipped by name: the product itself needs none. */
function provideProxies() {
  const missing = ['caddy', 'nginx'].filter((name) => !commandExists(name));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && commandExists('apt-get')) {
    step(`Installing ${missing.join(' and ')} for the tests behind a proxy (once)`);
    withoutStarting(() => installFromDebian(missing));
  }
  const still = missing.filter((name) => !commandExists(name));
  if (still.length > 0) console.log(`• Without ${still.join(' and ')}: tests behind a proxy are skipped.`);
}

/**
 * `pgbench` and `pg_test_fsync`, floors of the figures, and the allocator that the container and the service use. No cluster
 * is made: the product brings its own PostgreSQL.
 */
function provideBenchTools() {
  const missing = [
    ...(existsSync('/usr/lib/postgresql') || commandExists('pgbench') ? [] : ['postgresql']),
    ...(isLibraryThere('libjemalloc.so.2') ? [] : ['libjemalloc2']),
  ];
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !commandExists('apt-get')) {
    console.log(`• Without the packages ${missing.join(' and ')}: figures name what is missing.`);
    return;
  }
  step(`Installing ${missing.join(' and ')} for the figures (once)`);
  withoutStarting(() => installFromDebian(missing));
}

/** The loader complains of a library that it does not find. */
function isLibraryThere(name) {
  const env = { ...process.env, LD_PRELOAD: name };
  return String(spawnSync('true', { env }).stderr) === '';
}

/** Debian starts servers as soon as they are installed; what is installed here must not serve anything. */
function withoutStarting(install) {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(policy);
  }
}

function installFromDebian(packages) {
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function step(text) {
  console.log(`• ${text} …`);
}

function run(command, args, failure) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(failure);
}

function commandExists(name) {
  // Debian keeps servers where only root looks.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  return spawnSync('sh', ['-c', `command -v ${name}`], { env }).status === 0;
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    if (!existsSync(file) || !statSync(file).isFile()) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
